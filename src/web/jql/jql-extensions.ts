import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
  insertCompletionText,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, insertNewline } from '@codemirror/commands'
import { EditorState, type Extension, Prec, RangeSet, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  placeholder,
  tooltips,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { texts } from '../texts/en.ts'
import { completionsAt } from './jql-server.ts'
import { jqlTheme } from './jql-theme.ts'
import { jqlTokens } from './jql-tokens.ts'
import { insertion, type Underline } from './problem-display.ts'

/** Replaces the underlined ranges. */
export const setUnderlines = StateEffect.define<readonly Underline[]>()

/** Returns the extensions of the query editor. */
export function jqlExtensions({ run, label }: { readonly run: () => void; readonly label: string }): Extension {
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: () => runAndStop(run) },
        { key: 'Tab', run: acceptCompletion },
      ]),
    ),
    keymap.of([
      ...completionKeymap,
      { key: 'Enter', run: () => runAndStop(run) },
      { key: 'Shift-Enter', run: insertNewline },
      ...closeBracketsKeymap,
      ...historyKeymap,
      // Keys that move the focus out of the editor, such as Tab, must keep working.
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter' && key !== 'Escape'),
    ]),
    history(),
    closeBrackets(),
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['(', '"', "'"] } }]),
    autocompletion({ override: [suggestions], icons: false, addToOptions: [], activateOnTyping: true }),
    EditorView.domEventHandlers({ focus: (_, view) => suggestFields(view), beforeinput: replaceSelection }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': label,
      autocapitalize: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
    }),
    placeholder(texts.jql.placeholder),
    tooltips({ position: 'fixed' }),
    colors,
    underlines,
    jqlTheme,
  ]
}

/** Runs the report. Returns `true`, so that no other key binding handles the key. */
function runAndStop(run: () => void): boolean {
  run()
  return true
}

/** Replaces the selection in code. The browser would insert inline styles, which the Content Security Policy blocks. */
function replaceSelection({ inputType, data, isComposing }: InputEvent, view: EditorView): boolean {
  const { from, to, empty } = view.state.selection.main
  if (inputType !== 'insertText' || data === null || isComposing || empty) return false
  const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type' })
  const isHandled = view.state.facet(EditorView.inputHandler).some(handle => handle(view, from, to, data, insert))
  if (!isHandled) view.dispatch(insert())
  return true
}

/** Suggests fields in an empty query. */
function suggestFields(view: EditorView): void {
  if (view.state.doc.length === 0 && completionStatus(view.state) === null) setTimeout(() => startCompletion(view))
}

async function suggestions(context: CompletionContext) {
  const text = context.state.doc.toString()
  const controller = new AbortController()
  context.addEventListener('abort', () => controller.abort())
  const found = await completionsAt(text, context.pos, controller.signal).catch(() => null)
  if (!found || found.items.length === 0) return null
  const { start, end } = found.replace
  const typed = text.slice(start, context.pos)
  // A completion equal to the typed text is useless.
  if (!context.explicit && found.items.length === 1 && found.items[0]!.text === typed) return null
  return { from: start, to: end, filter: false, options: found.items.map(item => option(item)) }
}

type Item = Awaited<ReturnType<typeof completionsAt>>['items'][number]

function option(item: Item): Completion {
  return {
    label: item.text,
    detail: item.detail || texts.jql.kinds[item.kind],
    type: item.kind,
    apply: (view, completion, from, to) => {
      const { text, continues } = insertion(item, view.state.sliceDoc(to))
      view.dispatch({
        ...insertCompletionText(view.state, text, from, to),
        annotations: pickedCompletion.of(completion),
      })
      if (continues) setTimeout(() => startCompletion(view))
    },
  }
}

/** Cached decorations by kind. */
const marks = new Map<string, Decoration>()

function markOf(kind: string): Decoration {
  const mark = marks.get(kind) ?? Decoration.mark({ class: `jql-${kind}` })
  marks.set(kind, mark)
  return mark
}

const colors = ViewPlugin.define(
  view => ({
    decorations: colored(view.state),
    update(update: ViewUpdate) {
      if (update.docChanged) this.decorations = colored(update.state)
    },
  }),
  { decorations: ({ decorations }) => decorations },
)

function colored(state: EditorState): DecorationSet {
  return RangeSet.of(jqlTokens(state.doc.toString()).map(({ kind, start, end }) => markOf(kind).range(start, end)))
}

const underlines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, { effects, changes }) {
    const set = effects.find(effect => effect.is(setUnderlines))
    if (!set) return current.map(changes)
    const spans = set.value as readonly Underline[]
    return RangeSet.of(
      spans.map(({ start, end }) => markOf('wrong').range(start, end)),
      true,
    )
  },
  provide: field => EditorView.decorations.from(field),
})
