  // Functions of all pages.

  // Shows errors at the bottom of the page, one for each subject; null takes that of a subject away.
  const errors = new Map();
  function tell(subject, error) {
    if (error) errors.set(subject, error);
    else errors.delete(subject);
    const note = document.getElementById('error');
    note.hidden = errors.size === 0;
    note.textContent = [...errors.values()].join('\n');
  }

  // Loads the page again when its server has a new terrain, and shows the error of a recipe. The address of the page keeps the view.
  function follow(events) {
    new EventSource(new URL(events, location.href)).addEventListener('message', ({ data }) => {
      const { digest, error } = JSON.parse(data);
      if (digest !== terrain.digest) location.reload();
      tell('recipe', error);
    });
  }

  // Explains why there is no terrain. `offers` shows the places that have the libraries.
  function explain(heading, why, offers) {
    document.getElementById('places').hidden = !offers;
    document.getElementById('heading').textContent = heading;
    document.getElementById('why').textContent = why;
    document.getElementById('choice').hidden = false;
  }

  // What `show` throws if a library is missing.
  class Missing extends Error {}
  const missing = () => { throw new Missing(); };

  // Shows the terrain with the libraries of a place; '' is the copy beside the page. Without a copy, nothing is loaded from other
  // servers until the reader chooses one.
  async function start(show, place = '', choose = (base) => start(show, base)) {
    const buttons = [...document.querySelectorAll('#places button')];
    buttons.forEach((button) => {
      button.disabled = true;
      button.onclick = () => choose(button.dataset.base);
    });
    try {
      await show(place);
      document.getElementById('choice').hidden = true;
    } catch (error) {
      buttons.forEach((button) => { button.disabled = false; });
      if (error instanceof Missing) explain('A library is missing', place && `${place} does not answer.`, true);
      else explain('The terrain cannot be shown', error.message, false);
    }
  }

  // Runs a script that is not a module.
  function load(src) {
    return new Promise((onload, onerror) => document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror })));
  }
