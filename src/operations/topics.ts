import { calendarOperations } from './calendars.ts'
import type { AnyOperation } from './operation.ts'

/** All operations, by topic. HTTP routes, the OpenAPI document, queues and commands in a server read this table. */
export const topics = {
  calendars: calendarOperations,
} satisfies Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>
