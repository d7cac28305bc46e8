import type { Actors, ChangedLeaf, HistoryValues, UpdatedBy, WasLeaf } from '../../jql/bound-query.ts'
import type { Instant } from '../../time/instant.ts'
import { allOf, bigint, joinSql, type Sql, sql, varchar } from '../sql.ts'
import { isAmong, isIn } from './is-in.ts'
import { loweredByEngine } from './lowered-by-engine.ts'

/** The issue has a stay in one of the values that overlaps the window, made by one of each of the actors. */
export function was({ field, values, enteredBefore, leftAfter, by, negated }: WasLeaf): Sql {
  const conditions = [sql`field_id = ${varchar(field.id)}`, isOneOf(values, sql`value_id`, sql`value`)]
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

/** There is one change of the field to which all of it applies. */
export function changed({ field, valuesFrom, valuesTo, from, before, by, negated }: ChangedLeaf): Sql {
  const conditions = [
    sql`field_id = ${varchar(field.id)}`,
    ...valuesFrom.map(values => isOneOf(values, sql`from_id`, sql`from_text`)),
    ...valuesTo.map(values => isOneOf(values, sql`to_id`, sql`to_text`)),
    ...inWindow(sql`at_ms`, from, before),
    ...by.map(actors => isMadeBy(actors, sql`author_id`)),
  ]
  return isIn(sql`select issue_id from change where ${allOf(conditions)}`, negated)
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
