/** Thrown for JSON that is not an issue or has invalid values. */
export class InvalidIssue extends Error {
  override readonly name = 'InvalidIssue'
  /** The error, as a message for a user, without a period. */
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}
