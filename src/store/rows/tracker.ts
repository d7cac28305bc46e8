/** The number of the only tracker that a store has today: `tracker` of its issues and projects. */
export const TRACKER = 1
