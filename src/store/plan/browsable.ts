/** The issues that a caller may browse; `null` for all. */
export type Browsable = BrowsableIssues | null

/** Some of the issues of a store. */
export interface BrowsableIssues {
  /** The numbers of the projects, ascending. */
  readonly projects: readonly number[]
  /**
   * Where issues with a security level may be browsed. `null` when the projects have no hidden issues, so that all
   * their issues may be browsed.
   */
  readonly levels: readonly LevelGrant[] | null
}

/** The permission to browse issues with a security level in some projects. */
export interface LevelGrant {
  /** The numbers of the projects, ascending. */
  readonly projects: readonly number[]
  /** The account that the tracker was asked about; `null` when no issue of the projects is hidden. */
  readonly account: TrackerAccount | null
}

/** An account of a connected tracker. */
export interface TrackerAccount {
  /** The name of the connection. */
  readonly connection: string
  /** The tracker's id of the account. */
  readonly account: string
}
