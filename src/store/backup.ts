import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { UserError } from '../base/errors.ts'
import { driverFailure } from './driver-failure.ts'
import { renameDurably } from './durable-file.ts'
import { Engine, type EngineLimits, LIMITS } from './engine.ts'
import { readEverything, readFacts, type StoreFacts } from './store-facts.ts'
import { DATABASE, logOf } from './store-files.ts'
import { systemReason } from './system-reason.ts'

/** The store's own engine goes on meanwhile, with what it may use. */
const COPY_LIMITS: EngineLimits = { ...LIMITS, memoryMegabytes: 128, threads: 1 }

/** How to make a backup. */
export interface BackupOptions {
  /** Whether a file that is there already may be replaced. */
  readonly replace: boolean
}

/** A backup that was made. */
export interface Backup extends StoreFacts {
  /** The file, as an absolute path. */
  readonly file: string
  readonly bytes: number
}

/**
 * Makes a backup of the store in `dir` as `file`, of what `copyTo` puts into a folder.
 *
 * The copy is made one file by an engine of its own, read whole, compared with what `copyTo` says the store holds, and
 * only then put in place. Throws as Store.backup.
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
    refuseDifference(await makeOneFile(copy, COPY_LIMITS), facts)
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

/** Makes one file of a copied database and its log, reads it whole, and gives what it holds. */
export async function makeOneFile(copy: string, limits: EngineLimits): Promise<StoreFacts> {
  const engine = await Engine.open(copy, limits, `${copy}.tmp`)
  try {
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

function refuseDifference(found: StoreFacts, wanted: StoreFacts): void {
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
  const told = new UserError('BACKUP_FAILED', { file, reason })
  told.cause = cause
  return told
}
