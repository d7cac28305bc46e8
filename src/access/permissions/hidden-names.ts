import { stemOf, wordsOf } from '../../core/base/words-of.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Browsable } from '../../store/plan/browsable.ts'
import { readWordUse } from '../../store/rows/word-use.ts'

/** Returns the names that only hidden entities have, in lower case. */
export function hiddenNames(catalogue: Catalogue, visible: Catalogue): ReadonlySet<string> {
  const hidden = namesOf(catalogue)
  for (const name of namesOf(visible)) hidden.delete(name)
  return hidden
}

/** Returns the names of all entities, in lower case. */
function namesOf(catalogue: Catalogue): Set<string> {
  const dictionaries = [
    catalogue.statuses,
    catalogue.types,
    catalogue.priorities,
    catalogue.resolutions,
    catalogue.versions,
    catalogue.components,
  ]
  const names = [
    ...[...dictionaries, catalogue.sprints, catalogue.fields, catalogue.groups].flatMap(all =>
      all.map(({ name }) => name),
    ),
    ...catalogue.projects.flatMap(({ key, name }) => [key, name]),
    ...catalogue.people.flatMap(({ displayName, name, key, accountId, email }) => [
      displayName,
      name,
      key,
      accountId,
      email,
    ]),
    ...Object.values(catalogue.valueNames).flat(),
  ]
  return new Set(names.flatMap(name => (name === null ? [] : name.toLowerCase())))
}

/** Returns the stems of the words of texts. */
export function stemsOf(texts: Iterable<string>): string[] {
  return [...texts].flatMap(text => wordsOf(text).map(stemOf))
}

/** The names by which findHiddenWords decides. */
export interface VisibleNames {
  /** The names that only hidden entities have. */
  readonly hidden: ReadonlySet<string>
  readonly visible: Catalogue
  readonly browsable: Browsable
}

/**
 * Returns those of `words` that occur in hidden names or texts, and in nothing visible. A word is a stem, or a prefix
 * that ends in `*`.
 */
export async function findHiddenWords(
  run: Run,
  words: readonly string[],
  names: VisibleNames,
): Promise<ReadonlySet<string>> {
  const [prefixes, stems] = [words.filter(isPrefix), words.filter(word => !isPrefix(word))]
  const textUse = await readWordUse(run, { stems, prefixes }, names.browsable)
  const inHidden = wordMatcher(names.hidden)
  const inVisible = wordMatcher(namesOf(names.visible))
  const isHidden = (word: string) =>
    !inVisible(word) && textUse.get(word) !== true && (textUse.has(word) || inHidden(word))
  return new Set(words.filter(isHidden))
}

/**
 * Returns a function that finds out whether a text is one of the `hidden` names, or contains a word that only hidden
 * names contain.
 */
export function hiddenNameFinder({
  hidden,
  visible,
}: Pick<VisibleNames, 'hidden' | 'visible'>): (text: string) => boolean {
  const inHidden = wordMatcher(hidden)
  const inVisible = wordMatcher(namesOf(visible))
  return text =>
    hidden.has(text.trim().toLowerCase()) || stemsOf([text]).some(word => inHidden(word) && !inVisible(word))
}

function isPrefix(word: string): boolean {
  return word.endsWith('*')
}

/** Returns a function that finds out whether one of the names contains a word, in that form. */
function wordMatcher(names: ReadonlySet<string>): (word: string) => boolean {
  const words = [...new Set([...names].flatMap(wordsOf))]
  const stems = new Set(words.map(stemOf))
  return word => (isPrefix(word) ? words.some(one => one.startsWith(word.slice(0, -1))) : stems.has(word))
}
