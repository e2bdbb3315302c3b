// Keeps the text, the values and the view of a recipe together.

import { parse } from 'smol-toml';

import { Editor } from './editor.js';
import { exported, save } from './exports.js';
import { Sliders } from './sliders.js';
import { View } from './view.js';

/** Milliseconds without a change before solutions get more detail, and before errors are reported. */
const REST = 500;

/** Levels of detail that solutions leave out: while values change, and then one after the other once the text rests. */
const DRAFTS = [3, 2, 0];

/** A recipe for the pool. */
const recipeOf = (text, draft) => ({ text, name: 'recipe', draft });

/** A recipe for a first picture. */
export const draftOf = text => recipeOf(text, DRAFTS[0]);

/** Whether drafts of a recipe differ from it. Parts of recipes may be eroded, too. */
const canBeDraft = text => /erosion|use/.test(text);

const find = id => document.getElementById(id);
const rest = () => new Promise(resolve => setTimeout(resolve, REST));
const metres = number => (Math.abs(number) >= 10_000 ? `${Math.round(number / 1000)} km` : `${Math.round(number)} m`);

export class Playground {
  #pool;
  #editor;
  #sliders;
  #view;
  /** The recipe that is wanted, and the one in sight. */
  #wanted = '';
  #shown;
  /** The number of recipes that were opened. */
  #key = 0;
  #isBusy = false;
  #resting;
  /** Whether a worker solves more detail, which cannot be stopped. */
  #isSolving = false;
  /** What is said until the text changes. */
  #notice = '';
  /** Values that are not in the text yet, and whether some are being written. */
  #pending = {};
  #isWriting = false;

  constructor(pool, nodes) {
    this.#pool = pool;
    this.#view = new View(find('canvas'), pool);
    this.#editor = new Editor(find('text'), nodes, text => {
      this.#notice = '';
      this.#want(text);
    });
    this.#sliders = new Sliders(find('controls'), nodes, values => this.change(values));
  }

  get text() {
    return this.#editor.text;
  }

  get view() {
    return this.#view;
  }

  /** Whether the terrain in sight is that of the text, with all its detail. */
  get isComplete() {
    const isResting = !this.#isBusy && !this.#isWriting && !this.#isSolving && this.#resting === undefined;
    return isResting && this.#shown === this.text && this.#view.tiles.isComplete;
  }

  /** Opens another recipe, with a notice about it. */
  open(text, notice = '') {
    this.#notice = notice;
    this.#key += 1;
    this.#pending = {};
    this.#sliders.open();
    this.#editor.open(text);
    this.#want(text);
  }

  /** Writes values into the text. While some are written, only the newest of each name waits. */
  async change(values) {
    Object.assign(this.#pending, values);
    if (this.#isWriting) return;
    this.#isWriting = true;
    while (Object.keys(this.#pending).length > 0) {
      const [pending, text, key] = [this.#pending, this.#wanted, this.#key];
      this.#pending = {};
      const changed = await this.#pool.changedText(text, pending).catch(error => ({ error }));
      if (key !== this.#key) continue;
      // A person has typed meanwhile: the values belong into the new text.
      if (text !== this.#wanted) this.#pending = { ...pending, ...this.#pending };
      else if (changed.error) this.#report(changed.error);
      else this.#write(changed);
    }
    this.#isWriting = false;
  }

  async export(format, samples) {
    this.notify('Generating the file …');
    try {
      const file = await exported(this.#pool, recipeOf(this.text, 0), format, samples);
      save(file);
      this.notify(`${file.name}: ${file.note}`);
    } catch (error) {
      this.#report(error);
    }
  }

  /** Says something until the text changes. */
  notify(text) {
    this.#notice = text;
    this.#say(text);
  }

  /** Shows the values of the text. If it is not TOML, those of the last text that was stay. */
  showValues() {
    try {
      const table = parse(this.#wanted, { integersAsBigInt: 'asNeeded' });
      this.#sliders.show(table);
      if (document.activeElement !== find('seed')) find('seed').value = String(table.seed ?? 0);
    } catch {
      // A worker finds the same mistake, and says where it is.
    }
  }

  #write(text) {
    this.#notice = '';
    this.#editor.text = text;
    this.#want(text);
  }

  #want(text) {
    this.#wanted = text;
    // A reload brings the text again.
    sessionStorage.setItem('recipe', JSON.stringify([location.hash, text]));
    this.showValues();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#refine(), REST);
    find('facts').dataset.state = 'The picture is of an older text …';
    this.#refresh();
  }

  /** Gives solutions more detail, as long as the text rests. */
  async #refine() {
    this.#resting = undefined;
    if (this.#isBusy || this.#isSolving) {
      this.#resting = setTimeout(() => this.#refine(), REST);
      return;
    }
    const text = this.#wanted;
    for (const draft of canBeDraft(text) ? DRAFTS.slice(1) : []) {
      this.#isSolving = true;
      // Meanwhile, other workers show newer texts.
      await this.#pool.facts(recipeOf(text, draft)).catch(() => {});
      this.#isSolving = false;
      if (text !== this.#wanted || this.#isBusy) return;
      await this.#show(text, draft);
    }
  }

  /** Shows the newest text. While a picture is made, further texts wait; only the last of them is shown. */
  async #refresh() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    let text;
    do {
      text = this.#wanted;
      await this.#show(text, DRAFTS[0]);
    } while (text !== this.#wanted);
    this.#isBusy = false;
  }

  async #show(text, draft) {
    try {
      const facts = await this.#view.show(recipeOf(text, draft), this.#key);
      if (text === this.#wanted) this.#describe(text, facts, draft);
    } catch (error) {
      // Who types does not want to hear of every step.
      rest().then(() => text === this.#wanted && this.#report(error));
    }
  }

  #describe(text, facts, draft) {
    this.#shown = text;
    this.#editor.mark(facts.warnings.map(warning => ({ ...warning, severity: 'warning' })));
    const [low, high] = facts.interval.map(Math.round);
    const size = facts.isPlanet ? `a planet, ${metres(facts.radius)} in radius` : `${metres(facts.size)} wide`;
    find('facts').textContent = `${facts.name}: ${size}, heights not beyond ${low} … ${high} m`;
    find('facts').dataset.state = draft > 0 && canBeDraft(text) ? 'A draft: erosion goes on …' : '';
    document.title = `${facts.name}: Orogen playground`;
    const [warning] = facts.warnings;
    const warned = warning && `Line ${warning.line}: ${warning.message}; ${warning.help}`;
    this.#say([this.#notice, warned].filter(Boolean).join('\n'));
  }

  #report(error) {
    const { line, column, reason, help, message } = error;
    if (line) this.#editor.mark([{ line, column, message: reason, help, severity: 'error' }]);
    this.#say(line ? `Line ${line}: ${reason}${help ? `; ${help}` : ''}` : message, true);
  }

  #say(text, isWrong = false) {
    find('status').textContent = text;
    find('status').classList.toggle('is-wrong', isWrong);
  }
}
