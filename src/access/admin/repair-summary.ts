import type { Repair } from '../../core/history/stay.ts'
import type { Store } from '../../store/engine/store.ts'
import { readUnmatchedNames, type UnmatchedName } from '../../store/rows/log-name-rows.ts'
import { type MarkedIssues, readRepairCounts, readUnlogged, readWithoutFinish } from '../../store/rows/repair-counts.ts'
import { storeSummary } from './store-summary.ts'

/** A summary of the repairs in a store, by kind, most issues first. */
export interface RepairSummary {
  readonly issues: number
  /** The number of issues with a repaired history. */
  readonly repaired: number
  readonly kinds: readonly RepairedKind[]
}

/**
 * One kind of repair, `no-log` for issues without a change log, `no-finish` for finished issues whose log lacks the change
 * to their status, or `no-field` for names in logs that match no field or several.
 */
export interface RepairedKind {
  readonly kind: Repair['kind'] | IncompleteKind
  /** What is wrong, what Sojourn did about it, and what the user can do: one or two sentences each. */
  readonly wrong: string
  readonly done: string
  readonly next: string
  /** The number of issues for each field, most first; the name is `null` when the repair concerns whole histories. */
  readonly fields: readonly FieldRepairs[]
  /** The keys of some of the issues. */
  readonly examples: readonly string[]
}

/** The repairs of one field; of a name in logs, if it has no field. */
export interface FieldRepairs {
  readonly name: string | null
  readonly issues: number
  readonly repairs: number
}

/** Gaps in histories that were not repaired. */
type IncompleteKind = 'no-log' | 'no-finish' | 'no-field'

type KindTexts = Pick<RepairedKind, 'wrong' | 'done' | 'next'>

const TEXTS: Readonly<Record<RepairedKind['kind'], KindTexts>> = {
  'from-mismatch': {
    wrong: 'The old value of a change differs from the value before it.',
    done: 'The new value is used. The previous value ends there.',
    next: 'A log entry is missing. Export these issues again with their whole logs. If that changes nothing, the entry is missing in the tracker.',
  },
  'present-mismatch': {
    wrong: 'The present value differs from the new value of the last change.',
    done: 'The present value counts from the last change or the last update, whichever is later.',
    next: 'The last entries of the log are missing, or the tracker changed the value without one. Export these issues again with their whole logs.',
  },
  'before-created': {
    wrong: 'A change is dated before the creation of the issue.',
    done: 'It counts from the creation.',
    next: 'Issues that were moved from another tracker often have such changes. There is nothing to do.',
  },
  'out-of-order': {
    wrong: 'The log is neither oldest first nor newest first.',
    done: 'The changes are sorted by time.',
    next: 'There is nothing to do, unless the export joined logs of several issues.',
  },
  'changes-left-out': {
    wrong: 'The source reports missing changes.',
    done: 'The available changes are used.',
    next: 'Export the whole logs of these issues, and import them again. docs/guides/import.md has the commands.',
  },
  'unreadable-entry': {
    wrong: 'A log entry has no items, or an empty one.',
    done: 'It changes nothing.',
    next: 'Some servers log such entries, also after a migration. There is nothing to do.',
  },
  'invalid-part': {
    wrong: 'A value, item or log entry of the export is invalid.',
    done: 'It was left out, because the import had --skip-invalid.',
    next: 'Export these issues again. The import named each part that it left out.',
  },
  'value-without-id': {
    wrong: 'The log has the name of a value, but no id.',
    done: 'The value with this name is used. If no value or several values have the name, it counts as a value of its own.',
    next: 'Import the lists of the tracker, so that more names are known. Otherwise there is nothing to do.',
  },
  'no-log': {
    wrong: 'The issue was imported without a change log.',
    done: 'Its present values count from the creation on.',
    next: 'Export these issues with expand=changelog, and import them again.',
  },
  'no-field': {
    wrong: 'The log has the name of a field without an id, and no field or several fields have this name.',
    done: 'The name counts as a field of its own. The field that it means may lack these changes.',
    next: "Import the tracker's list of fields, or map the name to its field: sojourn field map NAME FIELD.",
  },
  'no-finish': {
    wrong: 'The issue is finished, but its log lacks the change to its present status.',
    done: 'Section "Stays and repairs" of docs/measures.md says how its status counts. Flow uses the resolution date.',
    next: 'Export these issues again with their whole logs. There is nothing to do if they came into the tracker in a done status.',
  },
}

/** Summarizes the repairs in the histories of a store. */
export async function repairSummary(store: Store): Promise<RepairSummary> {
  const [{ issues, repaired }, catalogue] = await Promise.all([storeSummary(store), store.catalogue()])
  const { counts, unlogged, withoutFinish, unmatched } = await store.snapshot(async run => ({
    counts: await readRepairCounts(run),
    unlogged: await readUnlogged(run),
    withoutFinish: await readWithoutFinish(run, catalogue),
    unmatched: await readUnmatchedNames(run),
  }))
  const names = new Map(catalogue.fields.map(({ id, name }) => [id, name]))
  const kinds = [...new Set(counts.map(({ kind }) => kind))].map((kind): RepairedKind => {
    const own = counts.filter(count => count.kind === kind)
    return {
      kind,
      ...TEXTS[kind],
      fields: own.map(({ field, issues, repairs }) => ({
        name: field === null ? null : (names.get(field) ?? field),
        issues,
        repairs,
      })),
      examples: own[0]!.examples,
    }
  })
  const incomplete = [incompleteKind('no-log', unlogged), incompleteKind('no-finish', withoutFinish)]
  return { issues, repaired, kinds: [...kinds, ...incomplete.flat(), ...withoutField(unmatched)] }
}

function withoutField(names: readonly UnmatchedName[]): readonly RepairedKind[] {
  if (names.length === 0) return []
  const fields = names.map(({ name, issues }) => ({ name, issues, repairs: 0 }))
  return [{ kind: 'no-field', ...TEXTS['no-field'], fields, examples: names[0]!.examples }]
}

function incompleteKind(kind: IncompleteKind, { issues, examples }: MarkedIssues): readonly RepairedKind[] {
  return issues === 0 ? [] : [{ kind, ...TEXTS[kind], fields: [{ name: null, issues, repairs: 0 }], examples }]
}
