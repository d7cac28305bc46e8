const CONTROLS = 'button, input, select, textarea, [contenteditable], [tabindex="0"]'

/** Focuses the control of a parameter inside of an element, else its first control. Returns whether it has the control. */
export function focusControl(inside: ParentNode, parameter?: string): boolean {
  const choice = parameter === undefined ? null : inside.querySelector<HTMLElement>(`[data-parameter~="${parameter}"]`)
  const control = choice?.matches(CONTROLS) ? choice : (choice ?? inside).querySelector<HTMLElement>(CONTROLS)
  control?.focus({ preventScroll: true })
  if (choice) control?.scrollIntoView({ block: 'center' })
  return choice !== null
}
