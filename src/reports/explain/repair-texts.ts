import type { ReportNames } from '../../catalogue/report-names.ts'
import type { Repair } from '../../history/stay.ts'
import { formatReportDate } from '../../time/report-date.ts'
import type { Zone } from '../../time/zone.ts'

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
    `${name}: ${count === 1 ? `a change at ${first} does` : `${count} changes, the first at ${first}, do`} not start from the value that was held. The new value was believed.`,
  'before-created': ({ name, count }) =>
    `${name}: ${count === 1 ? 'a change is' : `${count} changes are`} dated before the creation, and ${count === 1 ? 'was' : 'were'} put at it.`,
  'out-of-order': ({ name }) => `${name}: changes were not told in order of time, and were put in order.`,
  'present-mismatch': ({ name, first }) =>
    `${name}: the present value is not the one that the last change left. It was taken to begin at ${first}.`,
  'changes-left-out': ({ name }) => `${name}: the source says that it left changes out. What it told was used.`,
}
