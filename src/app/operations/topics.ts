import { accessOperations } from './access.ts'
import { calendarOperations } from './calendars.ts'
import { connectionRequestOperations } from './connection-requests.ts'
import { connectionOperations } from './connections.ts'
import { exportOperations } from './exports.ts'
import { lakeOperations } from './lake.ts'
import { logNameOperations } from './log-names.ts'
import {
  type AnyOperation,
  type Calls,
  callsOf,
  type DepsOf,
  localCall,
  type OperationCall,
  type Topic,
} from './operation.ts'
import { pageOperations } from './page.ts'
import { pageDataOperations } from './page-data.ts'
import { queryOperations } from './queries.ts'
import { nameOperations, savedQueryOperations } from './saved-queries.ts'
import { teamOperations } from './teams.ts'
import { viewOperations } from './views.ts'
import { workflowOperations } from './workflows.ts'
import { workspaceOperations } from './workspace.ts'

/**
 * All operations, by topic. HTTP routes, the OpenAPI document, queues and commands in a server read this table. The document
 * has its paths in this order.
 */
export const topics = {
  workspace: workspaceOperations,
  exports: exportOperations,
  queries: queryOperations,
  page: pageOperations,
  pageData: pageDataOperations,
  access: accessOperations,
  views: viewOperations,
  teams: teamOperations,
  workflows: workflowOperations,
  calendars: calendarOperations,
  connectionRequests: connectionRequestOperations,
  connections: connectionOperations,
  lake: lakeOperations,
  logNames: logNameOperations,
  names: nameOperations,
  savedQueries: savedQueryOperations,
} satisfies Readonly<Record<string, Topic>>

type Topics = typeof topics

/** The name of a topic. */
export type TopicName = keyof Topics

/** The topics that only a server performs for its requests; commands cannot call them. */
export const SERVER_TOPICS: readonly TopicName[] = ['connectionRequests']

/** The methods of all topics. Those of the topic `workspace` are in no member of their own. */
export type TopicCalls = { readonly [Name in Exclude<TopicName, 'workspace'>]: Calls<Topics[Name]> } & Calls<
  Topics['workspace']
>

type Needs = { readonly [Name in TopicName]: (deps: DepsOf<Topics[Name]>) => void }

/** What the operations of all topics need. */
export type TopicDeps = Needs[TopicName] extends (deps: infer Deps) => void ? Deps : never

/** The name of a topic that has routes. */
export type RoutedTopic = {
  readonly [Name in Exclude<TopicName, 'workspace'>]: Extract<
    Topics[Name][keyof Topics[Name]],
    { readonly route: unknown }
  > extends never
    ? never
    : Name
}[Exclude<TopicName, 'workspace'>]

/** Returns the methods of all topics; `methodOf` returns the one of an operation. */
export function callsOfTopics(
  methodOf: (topic: TopicName, name: string, operation: AnyOperation) => OperationCall,
): TopicCalls {
  const all = Object.entries(topics).map(([topic, operations]) => [
    topic,
    callsOf<Topic>(operations, (name, one) => methodOf(topic as TopicName, name, one)),
  ])
  const { workspace, ...calls } = Object.fromEntries(all)
  return { ...workspace, ...calls }
}

/** Returns the methods of all topics that call their operations in this process. */
export function localTopics(deps: TopicDeps): TopicCalls {
  return callsOfTopics((_topic, _name, one) => localCall(one, deps))
}

/** An operation, and the method that calls it. */
export interface NamedCall {
  /** For example `calendars.details`. */
  readonly name: string
  readonly operation: AnyOperation
  readonly call: OperationCall
}

/** Returns the operations of topics with their methods; all topics by default. */
export function namedCalls(
  calls: Partial<TopicCalls>,
  isChosen: (topic: TopicName) => boolean = () => true,
): readonly NamedCall[] {
  return Object.entries(topics).flatMap(([topic, operations]) => {
    const methods = methodsOf(calls, topic as TopicName)
    if (!methods || !isChosen(topic as TopicName)) return []
    return Object.entries<AnyOperation>(operations).map(([name, operation]) => ({
      name: `${topic}.${name}`,
      operation,
      call: methods[name]!,
    }))
  })
}

/** Returns the methods of a topic, by the names of its operations. */
export function methodsOf(calls: Partial<TopicCalls>, topic: TopicName): Readonly<Record<string, OperationCall>> {
  return (topic === 'workspace' ? calls : calls[topic]) as unknown as Readonly<Record<string, OperationCall>>
}
