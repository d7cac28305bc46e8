import { z } from 'zod'
import { flowHead, lengthsOfTime, sleHead, staysLink } from '../../reports/table/flow/flow-parts.ts'
import { type FlowView, type TimeFormat, timeNote } from './flow-cells.ts'

/** A number or text of an answer: its name, and its cell for the object that it is in. */
interface Column {
  readonly name: string
  readonly cell: (object: unknown, time: TimeFormat) => string
}

/**
 * Returns the view of a measure without one of its own, from the schema of its answer: the numbers and texts that are not in
 * the head, and a table of each list of objects.
 */
export function generalView(schema: z.ZodType): FlowView {
  const own = Object.entries((schema as z.ZodObject).shape).filter(([name]) => !(name in flowHead || name in sleHead))
  const values = columnsOf(own)
  const lists = own.flatMap(([name, member]) => {
    const inner = required(member as z.ZodType)
    const element = inner instanceof z.ZodArray && required(inner.element as z.ZodType)
    return element instanceof z.ZodObject ? [{ name, columns: columnsOf(Object.entries(element.shape)) }] : []
  })
  return {
    rows: (json, time) => {
      const tables = [
        ...(values.length === 0
          ? []
          : [[['MEASURE', 'VALUE'], ...values.map(({ name, cell }) => [name, cell(json, time)])]]),
        ...lists.map(({ name, columns }) => [
          columns.map(column => column.name.toUpperCase()),
          ...listIn(json, name).map(one => columns.map(({ cell }) => cell(one, time))),
        ]),
      ]
      return tables.flatMap((table, i) => (i === 0 ? table : [[], ...table]))
    },
    notes: json => [timeNote(json)],
  }
}

/** Returns the columns of the members of an object, and of objects in it. Links, lists and members with free names have none. */
function columnsOf(members: readonly (readonly [string, unknown])[]): Column[] {
  return members.flatMap(([name, member]): Column[] => {
    const schema = required(member as z.ZodType)
    const words = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    if (schema === staysLink || schema instanceof z.ZodRecord || schema instanceof z.ZodArray) return []
    if (!(schema instanceof z.ZodObject)) {
      return [{ name: words, cell: (object, time) => cellOf(memberOf(object, name), schema, time) }]
    }
    return columnsOf(Object.entries(schema.shape)).map(column => ({
      name: `${words} ${column.name}`,
      cell: (object, time) => column.cell(memberOf(object, name), time),
    }))
  })
}

/** Returns the schema of a member that is there. */
function required(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? required(schema.unwrap() as z.ZodType)
    : schema
}

function memberOf(object: unknown, name: string): unknown {
  return (object as Readonly<Record<string, unknown>> | null | undefined)?.[name]
}

function listIn(json: unknown, name: string): readonly unknown[] {
  return (memberOf(json, name) ?? []) as readonly unknown[]
}

function cellOf(value: unknown, schema: z.ZodType, time: TimeFormat): string {
  if (value === null || value === undefined) return '-'
  return lengthsOfTime.get(schema) ? time(Number(value)) : String(value)
}
