import type { Browsable } from '../../store/plan/browsable.ts'

/** The authenticated principal of a request. */
export interface Caller {
  /** `null` for the local user, and for everybody in access mode `open`. */
  readonly login: string | null
  /** The tracker's id of the person with this login; `null` when the tracker has no such person. */
  readonly person: string | null
  /** The name of the time zone of the caller's reports; `null` for the server's. */
  readonly timeZone: string | null
  readonly isAdministrator: boolean
  /** The issues that the caller may browse; `null` for all present and future ones. */
  readonly browsable: Browsable
}

/** The user of the command line on this machine. Has all permissions. */
export const LOCAL_CALLER: Caller = {
  login: null,
  person: null,
  timeZone: null,
  isAdministrator: true,
  browsable: null,
}
