import type { ErrorCode } from '../base/errors.ts'

/** Everything went well. */
export const OK = 0

/** Something went wrong that the command's own words could not have prevented, or a defect of ours. */
export const FAILED = 1

/** What was asked for is wrong: an option, an argument, or a parameter of a report. */
export const USAGE = 2

/** Ended by Ctrl-C, as shells count it: 128 and the number of the signal. */
export const INTERRUPTED = 130

/** The exit code of each mistake. */
export const exitCode = {
  ADDRESS_TAKEN: FAILED,
  BODY_TOO_LARGE: FAILED,
  BODY_TYPE_UNSUPPORTED: FAILED,
  CALENDAR_BUILT_IN: USAGE,
  CALENDAR_INVALID: USAGE,
  CALENDAR_IN_USE: USAGE,
  CALENDAR_TAKEN: USAGE,
  CALENDAR_UNKNOWN: USAGE,
  COUNTRY_UNKNOWN: USAGE,
  DEMO_UNWANTED: FAILED,
  FILE_UNREADABLE: FAILED,
  FILTER_INVALID: FAILED,
  FILTER_TAKEN: USAGE,
  FILTER_UNKNOWN: USAGE,
  ICS_INVALID: FAILED,
  IMPORT_INVALID: FAILED,
  IMPORT_LIST_INVALID: FAILED,
  IMPORT_STOPPED: INTERRUPTED,
  METHOD_NOT_ALLOWED: FAILED,
  NOT_READY: FAILED,
  OPTION_INVALID: USAGE,
  QUERY_INVALID: USAGE,
  REGION_UNKNOWN: USAGE,
  REPORT_ARGUMENT_INVALID: USAGE,
  REPORT_INVALID: USAGE,
  REPORT_KIND_UNKNOWN: USAGE,
  REQUEST_HEAD_TOO_LARGE: FAILED,
  REQUEST_MALFORMED: FAILED,
  REQUEST_TOO_SLOW: FAILED,
  ROUTE_UNKNOWN: FAILED,
  STOPPING: FAILED,
  STORE_BUSY: FAILED,
  STORE_DAMAGED: FAILED,
  STORE_EMPTY: FAILED,
  STORE_FAILED: FAILED,
  STORE_FOREIGN: FAILED,
  STORE_NEWER: FAILED,
  STORE_OLDER_THAN_MARK: FAILED,
} as const satisfies Record<ErrorCode, number>
