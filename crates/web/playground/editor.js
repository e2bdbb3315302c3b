// The text of the recipe: highlighting, completion, and errors in place.

import { autocompletion } from '@codemirror/autocomplete';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { EditorView, basicSetup } from 'codemirror';

import { completions } from './complete.js';

const colours = HighlightStyle.define([
  { tag: tags.comment, color: '#9a978f' },
  { tag: tags.string, color: '#a9cf8f' },
  { tag: [tags.number, tags.bool, tags.atom], color: '#e3a85f' },
  { tag: [tags.propertyName, tags.variableName, tags.definition(tags.variableName)], color: '#9cc4e4' },
  { tag: tags.bracket, color: '#d6d2c8' },
]);

const theme = EditorView.theme(
  {
    '&': { color: '#e6e3dc', backgroundColor: '#1c1f23', fontSize: '13px' },
    '.cm-content': { caretColor: '#e3a85f', fontFamily: 'ui-monospace, monospace' },
    '.cm-gutters': { backgroundColor: '#1c1f23', color: '#8f8c85', border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: '#262a3080' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: '#44505e !important' },
    '.cm-tooltip': { backgroundColor: '#262a30', border: '1px solid #4a5059' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: '#5a4a2e', color: '#fff' },
  },
  { dark: true },
);

/** A mark of changes that no person typed. */
const isSilent = Annotation.define();

/** An editor in an element. `changed` gets each new text that a person writes. */
export class Editor {
  #view;
  #extensions;

  constructor(parent, nodes, changed) {
    const listener = EditorView.updateListener.of(update => {
      const wasTyped = update.transactions.some(change => change.docChanged && !change.annotation(isSilent));
      if (wasTyped) changed(this.text);
    });
    // Brackets and quotation marks are closed by completion only.
    const language = StreamLanguage.define({ ...toml, languageData: { ...toml.languageData, closeBrackets: { brackets: [] } } });
    this.#extensions = [
      basicSetup, EditorView.lineWrapping, language, syntaxHighlighting(colours), theme, lintGutter(), listener,
      autocompletion({ override: [completions(nodes)] }),
      EditorView.contentAttributes.of({ 'aria-label': 'Text of the recipe' }),
    ];
    this.#view = new EditorView({ parent, extensions: this.#extensions });
    // The keyboard scrolls long recipes, too.
    Object.assign(this.#view.scrollDOM, { tabIndex: 0, role: 'group', ariaLabel: 'Text of the recipe, to scroll' });
  }

  /** Begins with another text, which undo keeps. */
  open(text) {
    this.#view.setState(EditorState.create({ doc: text, extensions: this.#extensions }));
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  /** Replaces the part of the text that differs, so undo, the cursor and the scroll position stay. */
  set text(text) {
    const old = this.text;
    if (text === old) return;
    let from = 0;
    while (from < Math.min(old.length, text.length) && old[from] === text[from]) from += 1;
    let same = 0;
    while (same < Math.min(old.length, text.length) - from && old.at(-1 - same) === text.at(-1 - same)) same += 1;
    const changes = { from, to: old.length - same, insert: text.slice(from, text.length - same) };
    this.#view.dispatch({ changes, annotations: isSilent.of(true) });
  }

  /** Shows problems, each with `line` and `column` from 1, a `message`, a `help` and a `severity`. */
  mark(problems) {
    const { doc } = this.#view.state;
    const known = problems.filter(({ line }) => line > 0 && line <= doc.lines);
    const diagnostics = known.map(({ line, column = 1, message, help, severity }) => {
      const { from, to } = doc.line(line);
      const at = Math.min(from + column - 1, to);
      return { from: at, to, severity, message: help ? `${message}\n${help}` : message };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }
}
