/** Letters of right-to-left scripts, and the marks and controls of directions. */
const TURNING =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The controls that turn the text after them around, or end an isolate. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Returns a name without the invisible characters that turn text around. */
export function withoutTurns(name: string): string {
  return name.replaceAll(CONTROLS, '')
}

/**
 * Returns a name that does not change the direction of the text around it, such as of a number after an Arabic name. For texts
 * without elements; `Name` is for the others.
 */
export function isolateName(name: string): string {
  return TURNING.test(name) ? `\u2068${withoutTurns(name)}\u2069` : name
}
