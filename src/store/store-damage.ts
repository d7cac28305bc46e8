/**
 * A store must not be served: it is damaged, or has lost what had been acknowledged.
 *
 * Never leaves this folder: openStore moves the store to quarantine and throws STORE_QUARANTINED.
 */
export class StoreDamage extends Error {
  override readonly name = 'StoreDamage'
}
