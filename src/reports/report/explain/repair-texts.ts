import type { ReportNames } from '../../../core/catalogue/report-names.ts'
import type { Repair } from '../../../core/history/stay.ts'
import { formatReportDate } from '../../../core/time/report-date.ts'
import type { Zone } from '../../../core/time/zone.ts'

/** Describes the repairs of a history: one sentence for each kind of repair and field. Instants are in `zone`. */
export function repairTexts(repairs: readonly Repair[], catalogue: ReportNames, zone: Zone): string[] {
  const alike = new Map<string, Repair[]>()
  for (const repair of repairs) {
    const key = JSON.stringify([repair.kind, repair.field])
    alike.set(key, [...(alike.get(key) ?? []), repair])
  }
  return [...alike.values()].map(all => {
    const { kind, field, at } = all.reduce((first, one) => (one.at < first.at ? one : first))
    const name = field === null ? 'The history' : (catalogue.field(field)?.name ?? field)
    return TEXTS[kind]({ name, count: all.length, first: formatReportDate(at, zone) })
  })
}

interface Repaired {
  readonly name: string
  readonly count: number
  /** The instant of the first one. */
  readonly first: string
}

const TEXTS: Readonly<Record<Repair['kind'], (repaired: Repaired) => string>> = {
  'from-mismatch': ({ name, count, first }) =>
    count === 1
      ? `${name}: the old value of a change at ${first} differs from the value before it. The new value is used.`
      : `${name}: the old values of ${count} changes, the first at ${first}, differ from the values before them. The new values are used.`,
  'before-created': ({ name, count }) =>
    count === 1
      ? `${name}: a change is dated before the creation. It counts from the creation.`
      : `${name}: ${count} changes are dated before the creation. They count from the creation.`,
  'out-of-order': ({ name }) => `${name}: the changes were not in chronological order. They were sorted by time.`,
  'present-mismatch': ({ name, first }) =>
    `${name}: the present value differs from the new value of the last change. It counts from ${first}.`,
  'changes-left-out': ({ name }) => `${name}: the source reports missing changes. The available changes are used.`,
  'unreadable-entry': ({ name, count, first }) =>
    count === 1
      ? `${name}: a log entry at ${first} has no items, or an empty one. It changes nothing.`
      : `${name}: ${count} log entries or items are empty, the first at ${first}. They change nothing.`,
  'invalid-part': ({ name, count }) =>
    count === 1
      ? `${name}: a value, item or log entry of the export was invalid. It was left out.`
      : `${name}: ${count} values, items or log entries of the export were invalid. They were left out.`,
  'value-without-id': ({ name, count, first }) =>
    count === 1
      ? `${name}: a change at ${first} has names without ids. The values with these names are used.`
      : `${name}: ${count} changes, the first at ${first}, have names without ids. The values with these names are used.`,
}
