  // Loads the page again when its server has a new terrain, and shows the error of a recipe. The address of the page keeps the view.
  function follow(events) {
    new EventSource(new URL(events, location.href)).addEventListener('message', ({ data }) => {
      const { digest, error } = JSON.parse(data);
      if (digest !== terrain.digest) location.reload();
      const note = document.getElementById('error');
      note.hidden = !error;
      note.textContent = error ?? '';
    });
  }
