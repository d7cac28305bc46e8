import { texts } from './en.ts'

/** Characters that nobody sees: spaces, control and format characters, and blank letters. */
const INVISIBLE = /^[\s\p{C}\u115f\u1160\u2800\u3164]*$/u

/** Returns a name as the page shows it: one without visible characters has a word instead. */
export function shownName(name: string): string {
  return INVISIBLE.test(name) ? texts.blankName : name
}

/** Returns the name of a transition as the page shows it: `To Do → Done`. The server writes `To Do -> Done`. */
export function transitionName(name: string): string {
  return name.replace(' -> ', ' → ')
}
