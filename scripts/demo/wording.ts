import type { Random } from './random.ts'
import { between, chance, pick } from './random.ts'
import { details, environments, locations, parts, sentences, words } from './words.ts'
import type { Kind } from './workflows.ts'

/** The components of a kind of project, by name. */
export function componentNames(kind: Kind): readonly string[] {
  return Object.keys(words[kind].things)
}

/** A title for an issue about one component of its project. */
export function summaryOf(random: Random, kind: Kind, component: string, nature: 'story' | 'bug' | 'task'): string {
  const { things, symptoms, wishes, chores } = words[kind]
  const thing = pick(random, things[component]!)
  if (nature === 'story') return `${thing} ${pick(random, wishes)}`
  if (nature === 'bug') return `${placeOf(random, kind)}${thing} ${pick(random, symptoms)}`
  const chore = pick(random, chores)
  return chore.endsWith(' ') ? `${chore}${thing}` : `${chore} ${inSentence(thing)}${forPlace(random, kind)}`
}

/** A title for a sub-task: a part of its parent's work. */
export function subtaskSummaryOf(random: Random, parentSummary: string): string {
  return `${pick(random, parts)}: ${parentSummary}`
}

/** What an alert is called that a machine reported. */
export function alertSummaryOf(random: Random, component: string): string {
  return `Alert: ${inSentence(pick(random, words.ops.things[component]!))} has not answered for ${Math.floor(between(random, 5, 55))} minutes`
}

/** A title made more precise, as people do once they know more; what has been made so already stays as it is. */
export function refinedSummary(random: Random, summary: string): string {
  return details.some(detail => summary.includes(detail)) ? summary : summary + pick(random, details)
}

/** One to three sentences of description; `null` where nobody wrote one. */
export function descriptionOf(random: Random, kind: Kind, isBug: boolean): string | null {
  if (chance(random, 0.1)) return null
  const pool = poolOf(kind, isBug)
  const first = Math.floor(random() * pool.length)
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, step) => pool[(first + step * 2) % pool.length]).join(
    ' ',
  )
}

/** A description to which somebody has added a sentence; the same one when the sentence was there already. */
export function extendedDescription(random: Random, kind: Kind, isBug: boolean, description: string | null): string {
  const sentence = pick(random, poolOf(kind, isBug))
  if (description === null) return sentence
  return description.includes(sentence) ? description : `${description} ${sentence}`
}

/** Where a bug was seen. */
export function environmentOf(random: Random): string {
  return pick(random, environments)
}

/** A label of the kind of project. */
export function labelOf(random: Random, kind: Kind): string {
  return pick(random, words[kind].labels)
}

function poolOf(kind: Kind, isBug: boolean): readonly string[] {
  return isBug ? sentences.bug : kind === 'ops' ? sentences.desk : sentences.plan
}

function placeOf(random: Random, kind: Kind): string {
  return kind === 'ops' && chance(random, 0.7) ? `${pick(random, locations)}: ` : ''
}

function forPlace(random: Random, kind: Kind): string {
  return kind === 'ops' && chance(random, 0.6) ? ` in ${pick(random, locations)}` : ''
}

function inSentence(thing: string): string {
  // Abbreviations (VPN, DNS entry) keep their capitals.
  return thing[1] === thing[1]?.toUpperCase() ? thing : thing[0]!.toLowerCase() + thing.slice(1)
}
