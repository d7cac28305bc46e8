import type { FieldKind } from '../fields/field.ts'
import type { RawValue } from './model.ts'

/** The ids and labels of a field that belong together, as far as one issue shows. */
export interface Pairs {
  readonly idByLabel: ReadonlyMap<string, string>
  readonly labelById: ReadonlyMap<string, string>
  /** All labels that an id has or had. */
  readonly labelsById: ReadonlyMap<string, ReadonlySet<string>>
}

const CASCADE = /^Parent values: (.*?)\((\d+)\)(?:Level 1 values: (.*)\((\d+)\))?$/s

const NO_PAIRS: Pairs = { idByLabel: new Map(), labelById: new Map(), labelsById: new Map() }

/**
 * Returns the values in one side (`from` or `to`) of a changelog item.
 *
 * A single-valued field has one. Labels are separated by spaces. Other multi-valued fields have lists such as `1, 2`,
 * `[10019, 10020]` or `a,b`. Labels of options and sprints may contain commas, so a list of them is cut by removing the
 * labels in `pairs`; if several are left that cannot be told apart, they stay unknown. Names of other kinds are assigned
 * to ids if there are as many names as ids. Versions and components are logged one by one, unless in brackets.
 */
export function valuesOfSide(
  { kind, multi }: { readonly kind: FieldKind; readonly multi: boolean },
  side: RawValue,
  pairs: Pairs = NO_PAIRS,
): readonly RawValue[] {
  if (side.id === null && side.label === null) return []
  if (kind === 'label' && multi) return labelsIn(side.label ?? side.id ?? '')
  if (!multi) return [kind === 'option' ? cascaded(side) : side]
  if (isLoggedAlone(kind) && !isBracketed(side.id ?? side.label)) return [side]
  if (side.id === null) return membersNamed(side.label ?? '', pairs)
  const ids = splitList(side.id, ',')
  const mayHaveCommas = kind === 'option' || kind === 'sprint'
  const names =
    side.label === null ? null : mayHaveCommas ? cutLabels(ids, side.label, pairs) : namesFor(ids.length, side.label)
  return ids.map((id, i) => ({ id, label: names?.[i] ?? null }))
}

/** Returns whether `text` is a list in brackets, as Jira logs multiple choices. */
export function isBracketed(text: string | null): boolean {
  return text?.startsWith('[') === true && text.endsWith(']')
}

function isLoggedAlone(kind: FieldKind): boolean {
  return kind === 'version' || kind === 'component'
}

function labelsIn(text: string): readonly RawValue[] {
  const labels = new Set(text.split(/\s+/).filter(label => label !== ''))
  return [...labels].map(label => ({ id: null, label }))
}

/** Parses the value of a cascading select, such as `Parent values: Hardware(10100)Level 1 values: Disk(10101)`. */
function cascaded(side: RawValue): RawValue {
  const [, parent, parentId, child, childId] = CASCADE.exec(side.label ?? '') ?? []
  if (parent === undefined || parentId === undefined) return side
  return child === undefined
    ? { id: parentId, label: parent }
    : { id: childId ?? parentId, label: `${parent} - ${child}` }
}

/**
 * Returns the labels of options by the text of all; `null` for those that the known labels do not tell apart. A text with
 * as many commas as it needs between the unknown labels has none in them.
 */
function cutLabels(ids: readonly string[], text: string, { labelsById }: Pairs): readonly (string | null)[] {
  const whole = unbracketed(text)
  if (ids.length === 1) return [whole]
  const known = ids.flatMap(id => {
    const labels = [...(labelsById.get(id) ?? [])]
    return labels.length === 0 ? [] : [labels.sort((a, b) => b.length - a.length)]
  })
  const unknown = ids.length - known.length
  const rest = [', ', ','].map(separator => remainder(whole, known, separator)).find(found => found !== null)
  if (unknown === 0 || rest === undefined) return ids.map(() => null)
  const labels = unknown === 1 ? [rest] : splitList(rest!, ',')
  if (labels.length !== unknown) return ids.map(() => null)
  let next = 0
  return ids.map(id => (labelsById.has(id) ? null : labels[next++]!))
}

/** Returns what is left of a text without one label of each list; `null` if one of them is not in it. */
function remainder(text: string, known: readonly (readonly string[])[], separator: string): string | null {
  let rest = `${separator}${text}${separator}`
  for (const labels of known) {
    const found = labels.find(label => rest.includes(`${separator}${label}${separator}`))
    if (found === undefined) return null
    rest = rest.replace(`${separator}${found}${separator}`, () => separator)
  }
  const left = rest.slice(separator.length, -separator.length).trim()
  return left === '' ? null : left
}

function namesFor(count: number, label: string): readonly string[] | null {
  const candidates = [[unbracketed(label)], splitList(label, ', '), splitList(label, ',')]
  return candidates.find(names => names.length === count) ?? null
}

function membersNamed(label: string, pairs: Pairs): readonly RawValue[] {
  const whole = unbracketed(label)
  if (pairs.idByLabel.has(whole)) return [{ id: null, label: whole }]
  return splitList(label, isBracketed(label) ? ', ' : ',').map(name => ({ id: null, label: name }))
}

function splitList(text: string, separator: string): readonly string[] {
  const parts = unbracketed(text).split(separator)
  return parts.map(part => part.trim()).filter(part => part !== '')
}

function unbracketed(text: string): string {
  return isBracketed(text) ? text.slice(1, -1) : text
}
