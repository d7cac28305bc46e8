/** The authenticated principal of a request. */
export interface Caller {
  /** `null` for the local user, and for everybody in access mode `open`. */
  readonly login: string | null
  /** The tracker's id of the person with this login; `null` when the tracker has no such person. */
  readonly person: string | null
  /** The name of the time zone of the caller's reports; `null` for the server's. */
  readonly timeZone: string | null
  readonly isAdministrator: boolean
  /** The numbers of the projects that the caller may browse, ascending; `null` for all current and future projects. */
  readonly projects: readonly number[] | null
}

/** The user of the command line on this machine. Has all permissions. */
export const LOCAL_CALLER: Caller = {
  login: null,
  person: null,
  timeZone: null,
  isAdministrator: true,
  projects: null,
}
