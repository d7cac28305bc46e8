import { EditorView } from '@codemirror/view'

/**
 * The theme of the editor. Its rules go into a shadow root, which the Content Security Policy allows, and use the
 * colors of the page.
 */
export const jqlTheme = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    fontSize: '0.8125rem',
    // Its corners would cover those of the border around it.
    borderRadius: 'var(--radius)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflowX: 'hidden', maxHeight: '14rem' },
  '.cm-content': { padding: '0.375rem 0', minHeight: '2rem', caretColor: 'var(--ink)', overflowWrap: 'anywhere' },
  '.cm-line': { padding: '0 0.5rem' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '.jql-field': { color: 'var(--ink)', fontWeight: '600' },
  '.jql-operator': { color: 'var(--ink-soft)' },
  '.jql-keyword': { color: 'var(--accent)', fontWeight: '600' },
  '.jql-function': { color: 'var(--accent)' },
  '.jql-value': { color: 'var(--good)' },
  '.jql-string': { color: 'var(--good)' },
  '.jql-number': { color: 'var(--warn)' },
  '.jql-wrong': {
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
    backgroundColor: 'var(--bad-soft)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    overflow: 'hidden',
    border: '1px solid var(--line)',
    borderRadius: 'calc(var(--radius) + 3px)',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '16rem',
    minWidth: '13rem',
    maxWidth: 'min(26rem, calc(100vw - 2rem))',
    padding: '0.25rem',
    fontFamily: 'var(--sans)',
    fontSize: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '1rem',
    padding: '0.25rem 0.5rem',
    borderRadius: 'var(--radius)',
    lineHeight: '1.45',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': {
    color: 'var(--ink-soft)',
    fontSize: 'var(--text-s)',
    fontStyle: 'normal',
    alignSelf: 'center',
    marginLeft: '0',
  },
  '.cm-completionMatchedText': { textDecoration: 'none' },
})
