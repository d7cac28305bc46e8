/** Who asks. */
export interface Caller {
  /** `null` for whoever sits at the machine, and for everybody in access mode `open`. */
  readonly login: string | null
  /** The tracker's id of that person; `null` when the tracker has none of that login. */
  readonly person: string | null
  /** The zone of this caller's reports, by name; `null` leaves it to the server. */
  readonly timeZone: string | null
  readonly isAdministrator: boolean
  /** The numbers of the projects that the caller may browse, rising; `null` for all there are and will be. */
  readonly projects: readonly number[] | null
}

/** Whoever sits at the machine. May see and do everything. */
export const LOCAL_CALLER: Caller = {
  login: null,
  person: null,
  timeZone: null,
  isAdministrator: true,
  projects: null,
}
