import type { Exports } from '../exports/exports.ts'
import type { Lake } from '../lake/lake.ts'
import type { TopicName } from '../operations/topics.ts'
import type { Workspace } from '../workspace/workspace.ts'

/**
 * Names the last argument of a method that cannot be serialized as it is: a RequestContext with a signal, or a signal.
 * `plain` means that all arguments are plain data.
 */
export type LastArgument = 'context' | 'signal' | 'plain'

type LastArgumentOf<Method> = Method extends (...args: infer Args) => unknown
  ? Required<Args> extends readonly [...unknown[], infer Last]
    ? Last extends { readonly caller: unknown }
      ? 'context'
      : Last extends AbortSignal
        ? 'signal'
        : 'plain'
    : 'plain'
  : never

/** Every method of a part of a workspace, and the kind of its last argument. */
export type Callable<Part> = { readonly [Name in keyof Part]-?: LastArgumentOf<Part[Name]> }

/**
 * The methods of a workspace that a running server answers for commands. Imports have a protocol of their own, because
 * they read local files and report progress; see import-wire.ts. Methods that only a server calls are excluded.
 */
export type CalledWorkspace = Omit<
  Workspace,
  | TopicName
  | 'connectionServer'
  | 'exports'
  | 'lake'
  | 'importFiles'
  | 'importDemo'
  | 'startScan'
  | 'startPublishing'
  | 'lakeMetrics'
  | 'discardIfUnused'
  | 'close'
>

/** All calls that commands can make. The types require that it is complete. */
export const callable = {
  workspace: {
    report: 'context',
    flow: 'context',
    authenticate: 'signal',
    summary: 'plain',
    repairSummary: 'plain',
    countedProject: 'plain',
    knownIssueKeys: 'plain',
    holdsDemo: 'plain',
    removeProject: 'plain',
    removeIssues: 'plain',
    ping: 'signal',
    storeStatus: 'signal',
    backup: 'plain',
  } satisfies Callable<CalledWorkspace>,
  exports: {
    start: 'context',
    find: 'context',
    list: 'context',
    cancel: 'context',
    file: 'context',
    downloaded: 'context',
    remove: 'context',
  } satisfies Callable<Exports>,
  lake: {
    publish: 'signal',
    status: 'plain',
  } satisfies Callable<Lake>,
} as const

/** A part of a workspace that has callable methods. */
export type CallablePart = keyof typeof callable
