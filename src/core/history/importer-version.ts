/**
 * The version of the importer. Raise it by one when a change makes the same export produce a different store.
 *
 * Issues record the version that imported them, so that `sojourn info` can list those that a new import may change.
 */
export const IMPORTER_VERSION = 5
