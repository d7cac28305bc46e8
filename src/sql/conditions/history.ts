import type { Actors, BoundField, ChangedLeaf, HistoryValues, UpdatedBy, WasLeaf } from '../../jql/bound-query.ts'
import type { Instant } from '../../time/instant.ts'
import { type Browsable, redact, visibleCondition } from '../browsable.ts'
import { allOf, bigint, identifier, joinSql, type Sql, sql, varchar } from '../sql.ts'
import { isAmong, isIn } from './is-in.ts'
import { loweredByEngine } from './lowered-by-engine.ts'

/**
 * The issue has a stay in one of the values that overlaps the window, made by one of each of the actors.
 *
 * A value that may not be seen is none.
 */
export function was({ field, values, enteredBefore, leftAfter, by, negated }: WasLeaf, browsable: Browsable): Sql {
  const [id, text] = sides(field, 'value_id', 'value', browsable)
  const conditions = [sql`field_id = ${varchar(field.id)}`, isOneOf(values, id, text)]
  if (enteredBefore !== null) conditions.push(sql`entered_ms < ${bigint(enteredBefore)}`)
  if (leftAfter !== null) conditions.push(sql`left_ms is null or left_ms > ${bigint(leftAfter)}`)
  for (const actors of by) conditions.push(isMadeBy(actors, sql`actor_id`))
  const stays = sql`select issue_id from stay where ${allOf(conditions)}`
  const never = values.empty ? [neverHeld(field.id, enteredBefore, by)] : []
  return isIn(joinSql([stays, ...never], ' union all '), negated)
}

/** Issues in which the field never held a value: none from their creation on, made by their creator. */
function neverHeld(field: string, enteredBefore: Instant | null, by: readonly Actors[]): Sql {
  const conditions = [sql`id not in (select issue_id from stay where field_id = ${varchar(field)})`]
  if (enteredBefore !== null) conditions.push(sql`created_ms < ${bigint(enteredBefore)}`)
  for (const actors of by) conditions.push(isMadeBy(actors, sql`creator_id`))
  return sql`select id from issue where ${allOf(conditions)}`
}

/** There is one change of the field to which all of it applies, from or to something that may be seen. */
export function changed(
  { field, valuesFrom, valuesTo, from, before, by, negated }: ChangedLeaf,
  browsable: Browsable,
): Sql {
  const [fromId, fromText] = sides(field, 'from_id', 'from_text', browsable)
  const [toId, toText] = sides(field, 'to_id', 'to_text', browsable)
  const isHidable = visibleCondition(field, sql`from_id`, sql`from_text`, browsable) !== null
  const conditions = [
    sql`field_id = ${varchar(field.id)}`,
    ...valuesFrom.map(values => isOneOf(values, fromId, fromText)),
    ...valuesTo.map(values => isOneOf(values, toId, toText)),
    ...inWindow(sql`at_ms`, from, before),
    ...by.map(actors => isMadeBy(actors, sql`author_id`)),
    ...(isHidable ? [sql`${fromId} is not null or ${toId} is not null`] : []),
  ]
  return isIn(sql`select issue_id from change where ${allOf(conditions)}`, negated)
}

/** The id and the words of a value of a field, as whoever asks sees them. */
function sides(field: BoundField, id: string, words: string, browsable: Browsable): [id: Sql, words: Sql] {
  const [ownId, ownWords] = [identifier(id), identifier(words)]
  const visible = visibleCondition(field, ownId, ownWords, browsable)
  return [redact(ownId, visible), redact(ownWords, visible)]
}

/** The issues that one of the users created, or changed, in the window. */
export function updatedBy({ users, from, before }: UpdatedBy): Sql {
  const made = (person: Sql, at: Sql) => allOf([isAmong(person, users), ...inWindow(at, from, before)])
  return sql`select id from issue where ${made(sql`creator_id`, sql`created_ms`)}
union all select issue_id from change where ${made(sql`author_id`, sql`at_ms`)}`
}

/** A value of a history is one of those named: by id, by the words it had then, or as no value. */
export function isOneOf({ ids, texts, empty }: HistoryValues, id: Sql, text: Sql): Sql {
  const named = sql`${isAmong(id, ids)} or ${isAmong(sql`lower(${text})`, loweredByEngine(texts))}`
  return empty ? sql`${named} or ${id} is null` : named
}

function isMadeBy({ ids, empty }: Actors, actor: Sql): Sql {
  const known = isAmong(actor, ids)
  return empty ? sql`${known} or ${actor} is null` : known
}

function inWindow(at: Sql, from: Instant | null, before: Instant | null): Sql[] {
  return [
    ...(from === null ? [] : [sql`${at} >= ${bigint(from)}`]),
    ...(before === null ? [] : [sql`${at} < ${bigint(before)}`]),
  ]
}
