import { oneOf } from '../../store/plan/request-problems.ts'
import { type ReadText, refused } from './setting-values.ts'

/** The sections of docs/reference/settings.md. */
export type SettingSection = 'store' | 'server' | 'lake' | 'access' | 'limits' | 'dates'

/** How the value of a setting is written. */
export interface ValueFacts<T> {
  readonly read: ReadText<T>
  /** Its JSON type in the file. */
  readonly json: 'string' | 'number'
  /** The allowed values, as the end of a sentence. */
  readonly allowed: string
  /** Whether a value is a path. In the file, it is relative to the file's folder. */
  readonly isPath?: (text: string) => boolean
}

/** What the help and the reference say about a setting, in addition to its default. */
export interface SettingTexts {
  readonly section: SettingSection
  /** The environment variables, in order of increasing precedence; by default one that is derived from the name. */
  readonly variables?: readonly [string, ...string[]]
  /** Its line in the help. */
  readonly description: string
  /** Its paragraph in the reference, in Markdown, after its name. Line breaks count as spaces. */
  readonly reference: string
}

/** A setting. */
export interface Setting<T> extends ValueFacts<T>, SettingTexts {
  readonly fallback: T
  /** The placeholder of its value in the help text. */
  readonly placeholder: `<${string}>`
}

/** The facts of a setting whose values need an explanation. */
type TextFacts = Omit<Setting<unknown>, 'section' | 'read' | 'fallback' | 'json'>

/** Returns a setting whose value is written as text. */
export function setting<T>(section: SettingSection, read: ReadText<T>, fallback: T, facts: TextFacts): Setting<T> {
  return { ...facts, section, read, fallback, json: 'string' }
}

/** Returns a setting with one of several values. */
export function choice<const N extends readonly string[]>(
  section: SettingSection,
  values: N,
  fallback: N[number],
  facts: Omit<TextFacts, 'allowed'>,
): Setting<N[number]> {
  const read = (text: string) => {
    const value = values.find(one => one === text.toLowerCase())
    return value === undefined ? refused() : { value }
  }
  return setting(section, read, fallback, { ...facts, allowed: oneOf(values) })
}

/** Returns a setting that is a whole number within bounds. */
export function numeric<F extends number | null>(
  section: SettingSection,
  least: number,
  most: number,
  fallback: F,
  texts: Omit<SettingTexts, 'section'>,
): Setting<number | F> {
  return { ...texts, ...wholeNumber(least, most, texts.reference), section, fallback, placeholder: '<number>' }
}

/** Returns how whole numbers within bounds are written. In their reference, `{range}` stands for the bounds. */
export function wholeNumber(
  least: number,
  most: number,
  reference: string,
): ValueFacts<number> & { readonly reference: string } {
  const range = `from ${least} to ${most}`
  return {
    read: text => {
      const value = Number(text)
      return /^\d{1,15}$/.test(text) && value >= least && value <= most ? { value } : refused()
    },
    json: 'number',
    allowed: `a whole number ${range}`,
    reference: reference.replace('{range}', range),
  }
}
