import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { UserError } from '../../core/base/errors.ts'
import { driverFailure } from '../engine/driver-failure.ts'
import { Engine, type EngineLimits, LIMITS, transaction } from '../engine/engine.ts'
import { writeProbe } from '../engine/probe.ts'
import type { Run } from '../engine/run-query.ts'
import { systemReason } from '../engine/system-reason.ts'
import { readEverything, readFacts, type StoreFacts } from '../rows/store-facts.ts'
import { renameDurably } from './durable-file.ts'
import { DATABASE, logOf } from './store-files.ts'

/** The store's own engine keeps running with its own limits. */
const COPY_LIMITS: EngineLimits = { ...LIMITS, memoryMegabytes: 128, threads: 1 }

/** Options of a backup. */
export interface BackupOptions {
  /** Whether an existing file may be replaced. */
  readonly replace: boolean
}

/** A completed backup. */
export interface Backup extends StoreFacts {
  /** The absolute path of the file. */
  readonly file: string
  readonly bytes: number
}

/**
 * Backs up the store in `dir` to `file`. `copyTo` copies the store to a folder and returns its facts.
 *
 * A separate engine merges the copy into one file, reads it completely and compares its facts before the file is put in
 * place. Throws like Store.backup.
 */
export async function backUp(
  file: string,
  dir: string,
  { replace }: BackupOptions,
  copyTo: (folder: string) => Promise<StoreFacts>,
): Promise<Backup> {
  const target = resolve(file)
  const partial = join(dirname(target), `.${basename(target)}.sojourn-partial`)
  try {
    validateTarget(file, target, dir, replace)
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial)
    const facts = await copyTo(partial)
    const copy = join(partial, DATABASE)
    verifyCopy(await makeOneFile(copy, COPY_LIMITS, run => writeProbe(run, Date.now())), facts)
    validateTarget(file, target, dir, replace)
    await renameDurably(copy, target)
    return { ...facts, file: target, bytes: statSync(target).size }
  } catch (error) {
    throw backupFailure(error, file)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function validateTarget(file: string, target: string, dir: string, replace: boolean): void {
  const refuse = (allowed: string) => new UserError('OPTION_INVALID', { option: 'FILE', value: file, allowed })
  const folder = dirname(target)
  if (basename(target) === '' || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw refuse('a file in a folder that exists')
  if (`${realpathSync(folder)}/`.startsWith(`${realpathSync(dir)}/`))
    throw refuse('a file outside the folder of the store')
  if (!existsSync(target)) return
  if (!statSync(target).isFile()) throw refuse('a file')
  if (!replace) throw refuse('a file that does not exist yet, or any with --replace')
}

/** Runs `change` on a copied database, merges it and its log into one file, reads this completely and returns its facts. */
export async function makeOneFile(
  copy: string,
  limits: EngineLimits,
  change: (run: Run) => Promise<void>,
): Promise<StoreFacts> {
  const engine = await Engine.open(copy, limits, `${copy}.tmp`)
  try {
    await engine.use(connection => transaction(connection, change))
    await engine.use(connection => connection.run('checkpoint'))
    await readEverything(engine)
    const facts = await engine.snapshot(({ run }) => readFacts(run))
    engine.close()
    if (existsSync(logOf(copy))) throw new Error('the copy kept its log')
    return facts
  } finally {
    engine.close()
  }
}

function verifyCopy(found: StoreFacts, wanted: StoreFacts): void {
  for (const name of Object.keys(wanted) as (keyof StoreFacts)[])
    if (found[name] !== wanted[name])
      throw new Error(`${name} is ${found[name]} in the copy, ${wanted[name]} in the store`)
}

function backupFailure(error: unknown, file: string): unknown {
  const cause = error instanceof UserError ? error.cause : error
  const failure = driverFailure(cause)
  const isOfFiles = failure.kind === 'hindered' || failure.kind === 'damaged' || failure.kind === 'ended'
  const reason = systemReason(error) ?? (isOfFiles ? failure.reason : null)
  if (reason === null) return error
  const failed = new UserError('BACKUP_FAILED', { file, reason })
  failed.cause = cause
  return failed
}
