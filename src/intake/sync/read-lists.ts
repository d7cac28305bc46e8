import { createHash } from 'node:crypto'
import type { Entity } from '../../core/history/model.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ImportBatch } from '../../store/batches/import-batch.ts'
import type { TrackerListRow } from '../../store/rows/connection-rows.ts'
import { fillLists } from '../imports/fill-lists.ts'
import type { HourlyLists, MaybeList, RoundLists, TrackerProject } from '../source/tracker.ts'
import { listedScopes } from './read-projects.ts'
import { isLocalFailure, type Round } from './round.ts'

/** A guarded list may lose this share of its items at once, or this number; otherwise the old one is kept. */
const ACCEPTED_LOSS = { share: 0.2, items: 5 }

/** A list that was read, and what is stored about it. */
interface ReadList<T> {
  /** `null` if the list is missing, or did not change. */
  readonly items: readonly T[] | null
  /** Whether the list may replace the old one; otherwise only its names count. */
  readonly isAccepted: boolean
  /** `null` if nothing about the list changed. */
  readonly row: TrackerListRow | null
}

/**
 * Reads the lists of the tracker, and stores those that changed in one batch. The lists that change rarely are read when
 * they are due. A list that is missing is named in the warnings; the old one is kept. So it is with statuses and filters
 * that are much fewer than before, until an administrator accepts that.
 */
export async function readLists(round: Round, projects: readonly TrackerProject[]): Promise<void> {
  const { connection, now, options, settings, tracker } = round
  const isAcceptable = options.acceptLoss === true && round.lists.some(({ problem }) => problem !== null)
  const isHourly =
    options.full === true ||
    isAcceptable ||
    connection.listsRead === null ||
    now - connection.listsRead >= settings.listsMs
  const [roundLists, hourly] = await Promise.all([
    orWarn(round, tracker.roundLists()),
    isHourly ? orWarn(round, tracker.hourlyLists(listedScopes(round, projects).map(({ project }) => project))) : null,
  ])
  await storeLists(round, projects, roundLists, hourly)
}

/** Lists never stop a round, unless the connection itself failed. */
async function orWarn<T>(round: Round, lists: Promise<T>): Promise<T | null> {
  try {
    return await lists
  } catch (error) {
    if (!isLocalFailure(error)) throw error
    round.warnings.push(`Lists of the tracker could not be read: ${error.message}`)
    return null
  }
}

async function storeLists(
  round: Round,
  projects: readonly TrackerProject[],
  roundLists: RoundLists | null,
  hourly: HourlyLists | null,
): Promise<void> {
  const at = round.trackerNow
  const compared = {
    names: compare(round, 'projects', { items: projects.map(({ id, key, name }) => ({ id, key, name })) }),
    statuses: compare(round, 'statuses', roundLists?.statuses, GUARDED),
    fields: compare(round, 'fields', roundLists?.fields),
    users: compare(round, 'users', hourly?.users),
    // A membership may grant a permission, so a group that is not listed loses its members at once.
    groups: compare(round, 'groups', hourly?.groups),
    versions: compare(round, 'versions', hourly?.versions),
    components: compare(round, 'components', hourly?.components),
    sprints: compare(round, 'sprints', hourly?.sprints),
    priorities: compare(round, 'priorities', hourly?.priorities),
    resolutions: compare(round, 'resolutions', hourly?.resolutions),
    types: compare(round, 'issue types', hourly?.types),
    filters: compare(round, 'filters', hourly?.filters, GUARDED),
  }
  const { names, statuses, fields, users, groups, filters, ...others } = compared
  const rows = Object.values(compared).flatMap(({ row }) => row ?? [])
  const listsRead = hourly ? round.now : undefined
  if (rows.length === 0) {
    if (listsRead !== undefined) await round.store.saveListsRead(listsRead)
    return
  }
  const fill = async (batch: ImportBatch) => {
    if (names.items) batch.recordProjects(names.items, at)
    const accepted = statuses.isAccepted ? statuses.items : null
    const lists = { fields: fields.items, users: users.items, statuses: accepted, groups: groups.items }
    fillLists(batch, lists, at)
    if (statuses.items && !statuses.isAccepted) batch.updateStatuses(statuses.items)
    const entities = Object.values(others).flatMap<Entity>(({ items }) => items ?? [])
    batch.record(entities.map(entity => ({ entity, authority: 'list', at })))
    batch.setSync({
      connection: round.connection.name,
      round: round.number,
      fetched: 0,
      failed: 0,
      lists: rows,
      ...(listsRead === undefined ? {} : { listsRead }),
      queries: filters.isAccepted ? filters.items : null,
    })
  }
  await round.store.importBatch(round.connection.name, fill, { skipInvalid: true })
}

/** For lists whose missing items are removed: a great loss needs an approval. */
const GUARDED = { isGuarded: true }

/** Compares a list with the one that was stored last. */
function compare<T>(
  round: Round,
  name: string,
  list: MaybeList<T> | undefined,
  { isGuarded }: { readonly isGuarded: boolean } = { isGuarded: false },
): ReadList<T> {
  const old = round.lists.find(row => row.name === name)
  if (list === undefined) {
    if (old?.problem) round.warnings.push(old.problem)
    return { items: null, isAccepted: false, row: null }
  }
  const read: Instant = round.now
  const kept = { name, items: old?.items ?? 0, digest: old?.digest ?? null, read }
  if ('missing' in list) {
    round.warnings.push(list.missing)
    const isKnown = old?.problem === list.missing
    return { items: null, isAccepted: false, row: isKnown ? null : { ...kept, problem: list.missing } }
  }
  const { items } = list
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex')
  if (old?.digest === digest && old.problem === null) return { items: null, isAccepted: false, row: null }
  const lost = kept.items - items.length
  const isGreatLoss = isGuarded && lost > ACCEPTED_LOSS.items && lost > kept.items * ACCEPTED_LOSS.share
  const isAccepted = round.options.acceptLoss === true || !isGreatLoss
  if (isAccepted) return { items, isAccepted, row: { name, items: items.length, digest, read, problem: null } }
  const found = `The list of ${name} has ${items.length} items; before it had ${kept.items}.`
  const problem = `${found} The old list is kept until 'sojourn sync ${round.connection.name} --accept-loss'.`
  round.warnings.push(problem)
  return { items, isAccepted, row: old?.problem === problem ? null : { ...kept, problem } }
}
