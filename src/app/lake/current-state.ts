import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../../core/base/errors.ts'
import type { Catalogue, SavedCalendar } from '../../core/catalogue/model.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Run } from '../../store/engine/run-query.ts'
import { issueIdsOf } from '../../store/files/lake-tables.ts'
import { type LakeRevision, readLakeContent, readLakeRevisions } from '../../store/rows/lake-rows.ts'
import { readCatalogue } from '../../store/rows/read-catalogue.ts'
import type { PublishedState } from '../../store/trino/trino-engine.ts'

/** The version of a calendar that was not published. No calendar has it. */
const UNPUBLISHED = 0

/** A published state, and its revision. */
export interface RevisionState extends PublishedState {
  readonly revision: number
  /** All changes of the store up to this instant are in it. */
  readonly until: Instant
}

/** The revisions that reports read. */
export interface RevisionsInUse {
  /** Runs `work` with the current revision, which is kept until `work` ends. Throws REVISION_MISSING. */
  readonly use: <T>(run: Run, work: (state: RevisionState) => Promise<T>) => Promise<T>
  /** Returns whether a report reads a revision. */
  readonly isInUse: (revision: number) => boolean
}

/** Returns the revisions that reports of a store read. `folder` is the store's folder of the lake. */
export function createRevisionsInUse(folder: string): RevisionsInUse {
  const states = new Map<number, Omit<RevisionState, 'until'>>()
  const readers = new Map<number, number>()
  return {
    isInUse: revision => readers.has(revision),
    use: async (run, work) => {
      const current = (await readLakeRevisions(run)).find(isReadable)
      if (!current || !existsSync(issueIdsIn(folder, current.revision))) throw new UserError('REVISION_MISSING')
      const { revision } = current
      const state = states.get(revision) ?? stateOf(current, folder)
      for (const known of states.keys()) if (known !== revision && !readers.has(known)) states.delete(known)
      states.set(revision, state)
      readers.set(revision, (readers.get(revision) ?? 0) + 1)
      try {
        return await work({ ...state, until: current.published! })
      } finally {
        const left = readers.get(revision)! - 1
        if (left === 0) readers.delete(revision)
        else readers.set(revision, left)
      }
    },
  }
}

/** Returns whether a revision is the current one. */
export function isCurrent({ published, replaced }: LakeRevision): boolean {
  return published !== null && replaced === null
}

/** Returns whether a revision is the current one, and Trino knows it. */
export function isReadable(revision: LakeRevision): boolean {
  return revision.isRegistered && isCurrent(revision)
}

function stateOf({ revision, schema }: LakeRevision, folder: string): Omit<RevisionState, 'until'> {
  let published: Catalogue | undefined
  return {
    revision,
    schema,
    issues: issueIdsOf(issueIdsIn(folder, revision)),
    readCatalogue: async run => {
      published ??= JSON.parse((await readLakeContent(run, revision)).catalogue) as Catalogue
      return withPresent(published, await readCatalogue(run))
    },
  }
}

/**
 * Returns a published catalogue with the present saved queries, workflows and calendars. A calendar that was changed since has no
 * version. The numbers of removed projects and of removed calendar versions can be used again, so both are compared.
 */
function withPresent(published: Catalogue, present: Catalogue): Catalogue {
  const known = new Set(published.calendars.map(identityOf))
  const refs = new Map(present.projects.map(({ id, ref }) => [id, ref]))
  return {
    ...published,
    projects: published.projects.filter(({ id, ref }) => refs.get(id) === ref),
    savedQueries: present.savedQueries,
    workflows: present.workflows,
    types: withLevels(published.types, present.types),
    calendars: present.calendars.map(calendar =>
      known.has(identityOf(calendar)) ? calendar : { ...calendar, version: UNPUBLISHED },
    ),
  }
}

/** Adds the present levels to the issue types of a revision that a version without levels published. */
function withLevels(published: Catalogue['types'], present: Catalogue['types']): Catalogue['types'] {
  const levels = new Map(present.map(({ id, hierarchyLevel }) => [id, hierarchyLevel]))
  return published.map(type => ({ ...type, hierarchyLevel: type.hierarchyLevel ?? levels.get(type.id) ?? null }))
}

function identityOf({ id, version, definition, rules, from, to, width, shift }: SavedCalendar): string {
  return JSON.stringify([id, version, definition, rules, from, to, width, shift])
}

/** Returns the path of the file with the numbers, projects, ids and security levels of the issues of a revision. */
export function issueIdsIn(folder: string, revision: number): string {
  return join(folder, `levels-${revision}.parquet`)
}

/** Returns the path of the file with the hashes of the issues in the base files of a revision. */
export function baseHashesIn(folder: string, revision: number): string {
  return join(folder, `base-${revision}.parquet`)
}

/** Removes the files of issueIdsIn and baseHashesIn of all other revisions than these. */
export async function removeLocalFiles(folder: string, kept: readonly number[]): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, kind, revision] = /^(issues|levels|base)-(\d+)\.parquet$/.exec(name) ?? []
    // Earlier versions wrote issues without levels.
    if (revision !== undefined && (kind === 'issues' || !kept.includes(Number(revision)))) await rm(join(folder, name))
  }
}
