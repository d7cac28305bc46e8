/** Queries that a tracker rejects and we accept, or reject with another message, with the reason. */
export const corpusDifferences: ReadonlyMap<string, string> = new Map([
  ['assignee WAS currentUser()', 'people write it, and its meaning is plain'],
  ['project was ABC', 'the history of every field with one value can be asked, of the project too'],
])
