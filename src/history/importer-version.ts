/**
 * The version of what import makes of an export. Raise it by one when the same export makes another store from now on.
 *
 * Issues keep the version that imported them, so that `sojourn info` can name those that importing again may change.
 */
export const IMPORTER_VERSION = 2
