import fc from 'fast-check'
import type { ListTexts } from '../../../src/intake/source/source.ts'

/** A kind of field of a Data Center tracker: its schema, and how the JSON and the log write its values 0, 1, 2, ... */
interface Kind {
  readonly schema: object
  readonly present: (values: readonly number[]) => unknown
  /** The id and the text of one side of an item. */
  readonly logged: (values: readonly number[]) => readonly [id: string | null, text: string | null]
}

const one = (values: readonly number[]): number | undefined => values[0]
const option = (value: number) => ({ id: `50${value}`, value: `Option ${value}` })
const person = (value: number) => ({ name: `user${value}`, key: `key${value}`, displayName: `User ${value}` })

function single(
  schema: object,
  present: (value: number) => unknown,
  logged: (value: number) => readonly [string | null, string],
): Kind {
  const of = <T>(values: readonly number[], how: (value: number) => T, none: T) =>
    one(values) === undefined ? none : how(one(values)!)
  return {
    schema,
    present: values => of(values, present, null),
    logged: values => of<readonly [string | null, string | null]>(values, logged, [null, null]),
  }
}

const OPTION = single({ type: 'option' }, option, value => [`50${value}`, `Option ${value}`])

/** The kinds of fields, by name. */
const KINDS = {
  option: OPTION,
  number: single({ type: 'number' }, Number, value => [null, `${value}.0`]),
  text: single(
    { type: 'string' },
    value => `Text ${value}`,
    value => [null, `Text ${value}`],
  ),
  user: single({ type: 'user' }, person, value => [`key${value}`, `User ${value}`]),
  options: {
    schema: { type: 'array', items: 'option' },
    present: values => (values.length === 0 ? null : values.map(option)),
    logged: values =>
      values.length === 0
        ? [null, null]
        : [`[${values.map(value => `50${value}`).join(', ')}]`, values.map(value => `Option ${value}`).join(', ')],
  },
} as const satisfies Readonly<Record<string, Kind>>

type KindName = keyof typeof KINDS

/** A field of the tracker: several may have one name, and logs may have an old one. */
export interface DcField {
  readonly id: string
  readonly name: string
  readonly untranslatedName: string
  readonly kind: KindName
}

/** A Data Center tracker: its fields, the JSON of its issues, and a mapping. */
export interface DcTracker {
  readonly fields: readonly DcField[]
  readonly issues: readonly string[]
  readonly mapping: { readonly name: string; readonly field: string }
}

const NAMES = ['Team', 'Crew', 'Squad'] as const
const IDS = [1, 2, 3, 4].map(id => `customfield_${id}`)

const name = fc.constantFrom(...NAMES)

const fields = fc
  .tuple(
    ...IDS.map(id =>
      fc.record({
        id: fc.constant(id),
        name,
        untranslatedName: name,
        kind: fc.constantFrom(...(Object.keys(KINDS) as KindName[])),
      }),
    ),
  )
  .map(list => list as readonly DcField[])

/** The history of a field of an issue: its values, one after the other, and the names that the log has. */
const history = fc.record({
  values: fc.array(fc.uniqueArray(fc.nat(2), { maxLength: 2 }), { minLength: 1, maxLength: 4 }),
  names: fc.array(fc.constantFrom(...NAMES, 'squad'), { minLength: 3, maxLength: 3 }),
  isGiven: fc.boolean(),
  hasIds: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
})

const issues = fc.array(fc.tuple(...IDS.map(() => fc.option(history))), { minLength: 4, maxLength: 8 })

/** Arbitrary trackers with fields of any kinds. */
export const dcTrackers: fc.Arbitrary<DcTracker> = trackersWith(fields)

/** Arbitrary trackers with fields of one kind, so that a name without a field has the same kind in all issues. */
export const evenDcTrackers: fc.Arbitrary<DcTracker> = trackersWith(
  fields.map(list => list.map(field => ({ ...field, kind: list[0]!.kind }))),
)

function trackersWith(fields: fc.Arbitrary<readonly DcField[]>): fc.Arbitrary<DcTracker> {
  return fc
    .record({
      fields,
      issues,
      mapping: fc.record({ name: fc.constantFrom(...NAMES, 'SQUAD'), field: fc.constantFrom(...IDS) }),
    })
    .map(({ fields, issues, mapping }) => ({
      fields,
      mapping,
      issues: issues.map((histories, i) => issueOf(i + 1, fields, histories)),
    }))
}

/** Returns the list of fields of a tracker as an import takes it. */
export function listOf(list: readonly DcField[]): ListTexts {
  const sent = list.map(({ id, name, untranslatedName, kind }) => ({
    id,
    name,
    untranslatedName,
    schema: KINDS[kind].schema,
  }))
  return { fields: { name: 'fields.json', text: JSON.stringify(sent) } }
}

interface History {
  readonly values: readonly (readonly number[])[]
  readonly names: readonly string[]
  readonly isGiven: boolean
  readonly hasIds: boolean
}

function issueOf(number: number, list: readonly DcField[], histories: readonly (History | null)[]): string {
  const at = (minute: number) => new Date(Date.UTC(2024, 3, 1, 9, minute)).toISOString()
  const present: Record<string, unknown> = {}
  const entries: object[] = []
  list.forEach(({ id, kind }, i) => {
    const own = histories[i]
    if (!own) return
    const { present: sent, logged } = KINDS[kind]
    if (own.isGiven) present[id] = sent(own.values.at(-1)!)
    own.values.slice(1).forEach((after, change) => {
      const [[from, fromString], [to, text]] = [logged(own.values[change]!), logged(after)]
      const field = own.names[change] ?? own.names[0]
      const ids = own.hasIds ? { fieldId: id } : {}
      const minute = 10 * change + i
      const item = { field, fieldtype: 'custom', ...ids, from, fromString, to, toString: text }
      entries.push({ id: `${100 + minute}`, created: at(minute + 1), items: [item], minute })
    })
  })
  const histories2 = entries.toSorted((a, b) => (a as { minute: number }).minute - (b as { minute: number }).minute)
  const fields = {
    created: at(0),
    updated: at(59),
    status: { id: '1', name: 'Open' },
    project: { id: '9', key: 'DC', name: 'DC' },
    ...present,
  }
  return JSON.stringify({ id: `${number}`, key: `DC-${number}`, fields, changelog: { histories: histories2 } })
}
