import type { FieldKind } from '../../fields/field.ts'
import type { RawValue } from './field-value.ts'

/** The ids and labels of a field that belong together, as far as one issue shows. */
export interface Pairs {
  readonly idByLabel: ReadonlyMap<string, string>
  readonly labelById: ReadonlyMap<string, string>
}

const CASCADE = /^Parent values: (.*?)\((\d+)\)(?:Level 1 values: (.*)\((\d+)\))?$/s

const NO_PAIRS: Pairs = { idByLabel: new Map(), labelById: new Map() }

/**
 * Returns the values in one side (`from` or `to`) of a changelog item.
 *
 * A single-valued field has one. Labels are separated by spaces. Other multi-valued fields have lists such as `1, 2`,
 * `[10019, 10020]` or `a,b`. Names in these lists may contain commas, so names are assigned to ids only if there are as
 * many names as ids. Versions and components are logged one by one, unless in brackets.
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
  return side.id === null ? membersNamed(side.label ?? '', pairs) : members(splitList(side.id, ','), side.label)
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

function members(ids: readonly string[], label: string | null): readonly RawValue[] {
  const names = label === null ? null : namesFor(ids.length, label)
  return ids.map((id, i) => ({ id, label: names?.[i] ?? null }))
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
