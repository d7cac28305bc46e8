import type {
  Actors,
  BoundField,
  ChangedLeaf,
  HistoryValues,
  UpdatedBy,
  WasLeaf,
} from '../../../core/jql/bound-query.ts'
import type { Instant } from '../../../core/time/instant.ts'
import { type Browsable, redact, visibleCondition } from '../browsable.ts'
import { allOf, bigint, identifier, joinSql, type Sql, sql, varchar } from '../sql.ts'
import { isAmong, isIn } from './is-in.ts'
import { lowercaseVariants } from './lowercase-variants.ts'

/**
 * Returns the condition that the issue has a stay with one of the values that overlaps the window, made by one of each
 * group of actors.
 *
 * Hidden values count as no value.
 */
export function was({ field, values, enteredBefore, leftAfter, by, negated }: WasLeaf, browsable: Browsable): Sql {
  const [id, text] = sides(field, 'value_id', 'value', browsable)
  const conditions = [sql`field_id = ${varchar(field.id)}`, isOneOf(values, id, text)]
  if (enteredBefore !== null) conditions.push(sql`entered_ms < ${bigint(enteredBefore)}`)
  if (leftAfter !== null) conditions.push(sql`left_ms is null or left_ms > ${bigint(leftAfter)}`)
  for (const actors of by) conditions.push(isMadeBy(actors, sql`actor_id`))
  const stays = sql`select issue_id from stay where ${allOf(conditions)}`
  const never = values.empty ? [neverHadValue(field.id, enteredBefore, by)] : []
  return isIn(joinSql([stays, ...never], ' union all '), negated)
}

/** Returns the issues in which the field never had a value: without one since their creation, by their creator. */
function neverHadValue(field: string, enteredBefore: Instant | null, by: readonly Actors[]): Sql {
  const conditions = [sql`id not in (select issue_id from stay where field_id = ${varchar(field)})`]
  if (enteredBefore !== null) conditions.push(sql`created_ms < ${bigint(enteredBefore)}`)
  for (const actors of by) conditions.push(isMadeBy(actors, sql`creator_id`))
  return sql`select id from issue where ${allOf(conditions)}`
}

/**
 * Returns the condition that a single change of the field meets all criteria, and that its old or new value is visible.
 */
export function changed(
  { field, valuesFrom, valuesTo, from, before, by, negated }: ChangedLeaf,
  browsable: Browsable,
): Sql {
  const [fromId, fromText] = sides(field, 'from_id', 'from_text', browsable)
  const [toId, toText] = sides(field, 'to_id', 'to_text', browsable)
  const canBeHidden = visibleCondition(field, sql`from_id`, sql`from_text`, browsable) !== null
  const conditions = [
    sql`field_id = ${varchar(field.id)}`,
    ...valuesFrom.map(values => isOneOf(values, fromId, fromText)),
    ...valuesTo.map(values => isOneOf(values, toId, toText)),
    ...inWindow(sql`at_ms`, from, before),
    ...by.map(actors => isMadeBy(actors, sql`author_id`)),
    ...(canBeHidden ? [sql`${fromId} is not null or ${toId} is not null`] : []),
  ]
  return isIn(sql`select issue_id from change where ${allOf(conditions)}`, negated)
}

/** Returns the id and the text of a field's value, redacted for the caller. */
function sides(field: BoundField, id: string, text: string, browsable: Browsable): [id: Sql, text: Sql] {
  const [ownId, ownText] = [identifier(id), identifier(text)]
  const visible = visibleCondition(field, ownId, ownText, browsable)
  return [redact(ownId, visible), redact(ownText, visible)]
}

/** Returns the issues that one of the users created or changed in the window. */
export function updatedBy({ users, from, before }: UpdatedBy): Sql {
  const made = (person: Sql, at: Sql) => allOf([isAmong(person, users), ...inWindow(at, from, before)])
  return sql`select id from issue where ${made(sql`creator_id`, sql`created_ms`)}
union all select issue_id from change where ${made(sql`author_id`, sql`at_ms`)}`
}

/**
 * Returns the condition that a value of a history is one of those named: by id, by its text at the time, or as no
 * value.
 */
export function isOneOf({ ids, texts, empty }: HistoryValues, id: Sql, text: Sql): Sql {
  const named = sql`${isAmong(id, ids)} or ${isAmong(sql`lower(${text})`, lowercaseVariants(texts))}`
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
