import { existsSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../../store/engine/run-query.ts'
import { renameDurably } from '../../store/files/durable-file.ts'
import { ALL_REWRITTEN, copyBaseHashes, type LakeChanges, lakeChanges } from '../../store/files/lake-changes.ts'
import {
  copyIssueHashes,
  copyIssueIds,
  describeLakeTables,
  type LakePart,
  lakeTables,
  type PublishedTable,
} from '../../store/files/lake-tables.ts'
import { type LakeContent, type LakeRevision, readLakeContent, readLakeRevisions } from '../../store/rows/lake-rows.ts'
import { readCatalogue } from '../../store/rows/read-catalogue.ts'
import { readFacts } from '../../store/rows/store-facts.ts'
import { baseHashesIn, isCurrent, issueIdsIn } from './current-state.ts'
import type { LakeTarget } from './lake-target.ts'
import { bucketOf, bytesOf, isDelta, keyOf, type Manifest, type ManifestFile } from './manifest.ts'

/** How a revision is written. */
export interface RevisionOptions {
  /** The store's folder of the lake. */
  readonly folder: string
  /** The beginning of the names of schemas. */
  readonly prefix: string
  /** The maximum number of changed issues in delta files; `null` for no delta files. */
  readonly maxChanged: number | null
  readonly signal: AbortSignal | undefined
}

/** A revision whose files are in the lake, and what was written for it. */
export interface WrittenRevision {
  readonly made: LakeRevision & LakeContent
  readonly written: { readonly filesWritten: number; readonly bytesWritten: number }
}

/** Writes the files of the present revision that the lake does not have. */
export async function writeRevision(
  run: Run,
  target: LakeTarget,
  { folder, prefix, maxChanged, signal }: RevisionOptions,
): Promise<WrittenRevision> {
  const { revision, issues, stays } = await readFacts(run)
  const { savedQueries: _queries, workflows: _workflows, valueNames, ...others } = await readCatalogue(run)
  // The store returns the fields in any order.
  const fields = Object.entries(valueNames).sort(([a], [b]) => (a < b ? -1 : 1))
  const catalogue = { ...others, valueNames: Object.fromEntries(fields) }
  const sizes = new Map(await target.list())
  const written = { filesWritten: 0, bytesWritten: 0 }
  const staging = join(folder, 'staging')
  rmSync(staging, { recursive: true, force: true })
  await mkdir(staging, { recursive: true })
  const write = async (table: PublishedTable, part: LakePart): Promise<ManifestFile> => {
    const { id, field, rows } = part
    const key = keyOf(table, part)
    if (!sizes.has(key)) {
      signal?.throwIfAborted()
      const file = join(staging, `${id}.parquet`)
      const [copied] = await run(part.copyTo(file))
      if (Number(copied?.Count) !== rows) throw new Error(`${key}: ${copied?.Count} rows were written, not ${rows}`)
      const { size } = statSync(file)
      await target.put(file, key)
      sizes.set(key, size)
      written.filesWritten++
      written.bytesWritten += size
    }
    return { id, field, rows, bytes: sizes.get(key)! }
  }
  try {
    const present = join(staging, 'hashes')
    if (maxChanged !== null) await run(await copyIssueHashes(run, present))
    const base = maxChanged === null ? null : await findBase(run, folder, target.location, sizes)
    const changes = base
      ? await lakeChanges(run, { present, base: base.hashes }, { maxChanged: maxChanged!, canKeep: base.canKeep })
      : ALL_REWRITTEN
    const tables: Manifest['tables'][number][] = []
    for (const { parts, ...table } of await lakeTables(run, changes)) {
      const files = base?.keptFiles(table.name, changes) ?? []
      for (const part of parts) files.push(await write({ parts, ...table }, part))
      tables.push({ ...table, files: files.sort(byPart) })
    }
    await run(copyIssueIds(join(staging, 'issues')))
    await renameDurably(join(staging, 'issues'), issueIdsIn(folder, revision))
    if (base) await run(copyBaseHashes(join(staging, 'base'), { present, base: base.hashes }, changes))
    if (maxChanged !== null) await renameDurably(base ? join(staging, 'base') : present, baseHashesIn(folder, revision))
    const made = {
      revision,
      issues,
      stays,
      location: target.location,
      schema: `${prefix}_${revision}`,
      isRegistered: false,
      published: null,
      replaced: null,
      bytes: bytesOf({ tables }),
      manifest: JSON.stringify({ tables, superseded: changes.changed } satisfies Manifest),
      catalogue: JSON.stringify(catalogue),
    }
    return { made, written }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function byPart(a: ManifestFile, b: ManifestFile): number {
  const [one, other] = [a, b].map(({ field, id }) => `${field}/${id}`)
  return one! < other! ? -1 : 1
}

/** The base files of the current revision. */
interface Base {
  /** The file with the hashes of their issues. */
  readonly hashes: string
  /** Returns whether all base files of a bucket still exist. */
  readonly canKeep: (bucket: number) => boolean
  /** Returns the base files of a table in buckets that are not written again. */
  readonly keptFiles: (table: string, changes: LakeChanges) => ManifestFile[]
}

/** Finds the base files of the current revision; `null` if it has none with the present columns. */
async function findBase(
  run: Run,
  folder: string,
  location: string,
  sizes: ReadonlyMap<string, number>,
): Promise<Base | null> {
  const current = (await readLakeRevisions(run)).find(isCurrent)
  if (current?.location !== location) return null
  const hashes = baseHashesIn(folder, current.revision)
  if (!existsSync(hashes)) return null
  const manifest: Manifest = JSON.parse((await readLakeContent(run, current.revision)).manifest)
  const tables = new Map(manifest.tables.filter(({ issue }) => issue !== null).map(table => [table.name, table]))
  const described = (await describeLakeTables(run)).filter(({ issue }) => issue !== null)
  if (!described.every(({ name, signature }) => tables.get(name)?.signature === signature)) return null
  const lost = new Set<number>()
  for (const table of tables.values()) {
    for (const file of table.files.filter(file => !isDelta(file)))
      if (sizes.get(keyOf(table, file)) !== file.bytes) lost.add(bucketOf(file))
  }
  return {
    hashes,
    canKeep: bucket => !lost.has(bucket),
    keptFiles: (name, { isRewritten }) =>
      (tables.get(name)?.files ?? []).filter(file => !isDelta(file) && !isRewritten(bucketOf(file))),
  }
}
