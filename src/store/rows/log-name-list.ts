import type { UnmatchedName } from './log-name-rows.ts'

/** A field that a log name means, or may mean. */
export interface LogNameField {
  readonly id: string
  /** `null` while the store does not know the field. */
  readonly name: string | null
}

/** A log name that an administrator mapped to a field. */
export interface MappedLogName {
  readonly name: string
  readonly field: LogNameField
}

/** A log name without an id that matches no field, or several. */
export interface UnmatchedLogName extends Omit<UnmatchedName, 'fields'> {
  /** The fields with this name; empty if it matches none. */
  readonly fields: readonly LogNameField[]
}

/** The log names of a store. */
export interface LogNameList {
  readonly mapped: readonly MappedLogName[]
  /** Those of most issues first. */
  readonly unmatched: readonly UnmatchedLogName[]
}
