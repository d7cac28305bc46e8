import type { Random } from './random.ts'
import { between, chance, pick } from './random.ts'
import { details, environments, locations, parts, sentences, vocabularies } from './words.ts'
import type { Kind } from './workflows.ts'

/** Returns the names of the components of a kind of project. */
export function componentNames(kind: Kind): readonly string[] {
  return Object.keys(vocabularies[kind].things)
}

/** Returns a summary for an issue about one component of its project. */
export function summaryOf(random: Random, kind: Kind, component: string, nature: 'story' | 'bug' | 'task'): string {
  const { things, symptoms, wishes, chores } = vocabularies[kind]
  const thing = pick(random, things[component]!)
  if (nature === 'story') return `${thing} ${pick(random, wishes)}`
  if (nature === 'bug') return `${componentPrefix(random, kind)}${thing} ${pick(random, symptoms)}`
  const chore = pick(random, chores)
  return chore.endsWith(' ') ? `${chore}${thing}` : `${chore} ${inSentence(thing)}${locationSuffix(random, kind)}`
}

/** Returns a summary for a sub-task: a part of its parent's work. */
export function subtaskSummaryOf(random: Random, parentSummary: string): string {
  return `${pick(random, parts)}: ${parentSummary}`
}

/** Returns the summary of an alert from a machine. */
export function alertSummaryOf(random: Random, component: string): string {
  return `Alert: ${inSentence(pick(random, vocabularies.ops.things[component]!))} has not answered for ${Math.floor(between(random, 5, 55))} minutes`
}

/** Makes a summary more precise, as people do when they know more; unchanged if it was already done. */
export function refinedSummary(random: Random, summary: string): string {
  return details.some(detail => summary.includes(detail)) ? summary : summary + pick(random, details)
}

/** Returns one to three sentences of description, or `null`. */
export function descriptionOf(random: Random, kind: Kind, isBug: boolean): string | null {
  if (chance(random, 0.1)) return null
  const pool = poolOf(kind, isBug)
  const first = Math.floor(random() * pool.length)
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, step) => pool[(first + step * 2) % pool.length]).join(
    ' ',
  )
}

/** Adds a sentence to a description; unchanged if it already contains the sentence. */
export function extendedDescription(random: Random, kind: Kind, isBug: boolean, description: string | null): string {
  const sentence = pick(random, poolOf(kind, isBug))
  if (description === null) return sentence
  return description.includes(sentence) ? description : `${description} ${sentence}`
}

/** Returns the environment of a bug. */
export function environmentOf(random: Random): string {
  return pick(random, environments)
}

/** Returns a label of the kind of project. */
export function labelOf(random: Random, kind: Kind): string {
  return pick(random, vocabularies[kind].labels)
}

function poolOf(kind: Kind, isBug: boolean): readonly string[] {
  return isBug ? sentences.bug : kind === 'ops' ? sentences.desk : sentences.plan
}

function componentPrefix(random: Random, kind: Kind): string {
  return kind === 'ops' && chance(random, 0.7) ? `${pick(random, locations)}: ` : ''
}

function locationSuffix(random: Random, kind: Kind): string {
  return kind === 'ops' && chance(random, 0.6) ? ` in ${pick(random, locations)}` : ''
}

function inSentence(thing: string): string {
  // Abbreviations (VPN, DNS entry) keep their capitals.
  return thing[1] === thing[1]?.toUpperCase() ? thing : thing[0]!.toLowerCase() + thing.slice(1)
}
