/** The tries of a request for a batch: one that fails is halved, so few are enough. */
export const FEW_TRIES = { tries: 2 }
