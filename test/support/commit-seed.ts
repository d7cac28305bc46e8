import { spawnSync } from 'node:child_process'

const BITS = 31

/**
 * Returns the seed of a checkout, from the hash of its committed tree, so that each commit tests other cases and always
 * the same ones. Returns 1 outside of a Git checkout.
 */
export function commitSeed(folder: string): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: folder, encoding: 'utf8' })
  const [digits] = /^[0-9a-f]{8}/.exec(stdout ?? '') ?? []
  return digits === undefined ? 1 : Number.parseInt(digits, 16) >>> (32 - BITS)
}
