import { describe, expect, it } from 'vitest'
import { driverFailure } from '../../src/store/engine/driver-failure.ts'

const cases: readonly (readonly [message: string, kind: string])[] = [
  ['IO Error: Could not set lock on file "/s": Conflicting lock is held in /usr/bin/node (PID 7). See also x', 'busy'],
  ['IO Error: Could not set lock on file "/s": Resource temporarily unavailable', 'busy'],
  ['IO Error: The file "/s" exists, but it is not a valid DuckDB database file!', 'noDatabase'],
  [
    'IO Error: Trying to read a database file with version number 99, but we can only read versions between 64 and 67.\nThe database file was created with a newer version of DuckDB.',
    'otherVersion',
  ],
  [
    'IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2 in block at location 0',
    'damaged',
  ],
  ['IO Error: Could not read enough bytes from file "/s": attempted to read 4096 bytes from location 8192', 'damaged'],
  [
    'IO Error: Failure while replaying WAL file "/s.wal": Corrupt WAL file: entry at byte position 24 computed',
    'damaged',
  ],
  ['INTERNAL Error: Failure while replaying WAL file "/s.wal": Expected unified vector format', 'damaged'],
  [
    'IO Error: This WAL was created for this database file, but the WAL checkpoint iteration does not match the database file. That means the WAL was created for an older version of this database.',
    'damaged',
  ],
  [
    'TransactionContext Error: Failure while replaying WAL file "/s.wal": Failed to commit: could not allocate block of size 256.0 KiB',
    'hindered',
  ],
  [
    'IO Error: Failure while replaying WAL file "/s.wal": Could not write file "/s": No space left on device',
    'hindered',
  ],
  ['IO Error: Cannot open file "/s": Permission denied', 'hindered'],
  ['Out of Memory Error: failed to pin block of size 256.0 KiB (1.8 MiB/1.9 MiB used)', 'hindered'],
  ['Failed to append: Failed to commit: Could not write file "/s.wal": No space left on device', 'hindered'],
  ['Failed to append: could not allocate block of size 256.0 KiB (1.8 MiB/1.9 MiB used)', 'hindered'],
  ['Failed to append: database has been invalidated because of a previous fatal error', 'ended'],
  ["Failed to append: Could not convert string 'No space left on device' to INT64", 'other'],
  ['FATAL Error: Failed: database has been invalidated because of a previous fatal error.', 'ended'],
  ["Conversion Error: Could not convert string 'Corrupt database file: checksum' to INT64", 'other'],
  ['Catalog Error: Table with name store_info does not exist!', 'other'],
]

describe('an error of the driver', () => {
  it.each(cases)('%s', (message, kind) => {
    expect(driverFailure(new Error(message)).kind).toBe(kind)
  })

  it('of a lock names its owner', () => {
    expect(driverFailure(new Error(cases[0]![0]))).toEqual({ kind: 'busy', owner: '/usr/bin/node (PID 7)' })
  })

  it('of the system is reported without names of files', () => {
    const reasons = cases
      .map(([message]) => driverFailure(new Error(message)))
      .filter(({ kind }) => kind === 'hindered')
    expect(reasons.map(failure => 'reason' in failure && failure.reason)).toEqual([
      'out of memory',
      'no space left on device',
      'permission denied',
      'out of memory',
      'no space left on device',
      'out of memory',
    ])
  })
})
