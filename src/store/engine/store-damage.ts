/**
 * A store that must not be used, because it is damaged or has lost acknowledged data.
 *
 * Not thrown outside this folder: openStore moves the store to quarantine and throws STORE_QUARANTINED.
 */
export class StoreDamage extends Error {
  override readonly name = 'StoreDamage'
}
