import { calendarOperations } from './calendars.ts'
import type { AnyOperation, Calls, Topic } from './operation.ts'
import { workflowOperations } from './workflows.ts'

/**
 * All operations, by topic. HTTP routes, the OpenAPI document, queues and commands in a server read this table. The document
 * has its paths in this order.
 */
export const topics = {
  workflows: workflowOperations,
  calendars: calendarOperations,
} satisfies Readonly<Record<string, Topic>>

/** The name of a topic. */
export type TopicName = keyof typeof topics

/** The methods that call all operations, by topic. */
export type TopicCalls = { readonly [Name in TopicName]: Calls<(typeof topics)[Name]> }

/** Returns the methods of all topics; `callsOf` returns those of one. */
export function callsOfTopics(callsOf: (name: TopicName, topic: Topic) => Calls<Topic>): TopicCalls {
  const names = Object.keys(topics) as TopicName[]
  return Object.fromEntries(names.map(name => [name, callsOf(name, topics[name])])) as unknown as TopicCalls
}

/** An operation, and the method that calls it. */
export interface NamedCall {
  /** For example `calendars.details`. */
  readonly name: string
  readonly operation: AnyOperation
  readonly call: (...args: readonly unknown[]) => Promise<unknown>
}

/** Returns all operations with their methods. */
export function namedCalls(calls: TopicCalls): readonly NamedCall[] {
  return Object.entries(topics).flatMap(([topic, operations]) => {
    const methods = calls[topic as TopicName] as unknown as Readonly<Record<string, NamedCall['call']>>
    return Object.entries<AnyOperation>(operations).map(([name, operation]) => ({
      name: `${topic}.${name}`,
      operation,
      call: methods[name]!,
    }))
  })
}
