/** What was read is no issue, or cannot be one. */
export class InvalidIssue extends Error {
  override readonly name = 'InvalidIssue'
  /** What is wrong, in words for a user, without a full stop. */
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}
