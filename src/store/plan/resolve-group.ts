import { firstOf } from '../../core/base/first-of.ts'
import { memoize } from '../../core/base/memoize.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { FieldDefinition } from '../../core/fields/field.ts'
import { dateUnits } from '../../core/time/date-group.ts'
import type { FieldGroup } from './report-plan.ts'
import { oneOf, quoted, type Suggestions, sentence, Unresolved } from './request-problems.ts'
import { resolveField } from './resolve-names.ts'

/** Resolves a field, or a date unit of one, that groups issues. An error continues the sentence after the item. */
export function resolveGroup(item: string, catalogue: ReportNames, problems: Suggestions): FieldGroup | Unresolved {
  const [, unitName, fieldName] = /^date:([^:]*):(.*)$/is.exec(item) ?? []
  if (unitName === undefined || fieldName === undefined) {
    if (/^date\s*(:|$)/i.test(item) && catalogue.fieldsNamed(item).length === 0) {
      return new Unresolved(
        `: a date grouping has the form date:<unit>:<field>, for example date:month:created. Units: ${dateUnits.join(', ')}. ${dateFieldsOf(catalogue)}`,
      )
    }
    const field = resolveField(catalogue, item, problems)
    return field instanceof Unresolved
      ? new Unresolved(` ${field.why}`)
      : { item, label: field.name, field, unit: null }
  }
  const unit = dateUnits.find(one => one === unitName.trim().toLowerCase())
  if (unit === undefined) {
    const why = `: ${quoted(unitName)} is not a unit${problems.suggestion(unitName, () => dateUnits)}`
    return new Unresolved(
      `${sentence(why)} Possible values: ${oneOf(dateUnits)}. The form is date:<unit>:<field>. ${dateFieldsOf(catalogue)}`,
    )
  }
  const field = resolveField(catalogue, fieldName, problems)
  if (field instanceof Unresolved) {
    return new Unresolved(`: ${sentence(`${quoted(fieldName)} ${field.why}`)} ${dateFieldsOf(catalogue)}`)
  }
  if (!isDate(field)) return new Unresolved(`: ${field.id} is not a date field. ${dateFieldsOf(catalogue)}`)
  return { item, label: `${field.name} (${unit})`, field, unit }
}

function isDate({ kind }: FieldDefinition): boolean {
  return kind === 'date' || kind === 'datetime'
}

/** The maximum number of date fields in a message. */
const MAX_DATE_FIELDS = 20

/** Lists the date fields of a catalogue. Cached, because a request can have many errors with this list. */
const dateFieldsOf = memoize(({ fields }: ReportNames): string => {
  const dates = fields
    .filter(isDate)
    .map(({ id, name }) => (name.toLowerCase() === id.toLowerCase() ? id : `${id} (${name})`))
  return `Date fields: ${firstOf(dates, MAX_DATE_FIELDS)}`
})
