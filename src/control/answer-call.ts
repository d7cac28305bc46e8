import { UserError } from '../base/errors.ts'
import { endsWithContext } from '../operations/operation.ts'
import { namedCalls, SERVER_TOPICS } from '../operations/topics.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { callable, type LastArgument } from './callable.ts'
import type { Call } from './wire.ts'

/** Answers a call until `signal` is aborted. Throws what the method throws. */
export type AnswerCall = (call: Call, signal: AbortSignal) => Promise<unknown>

interface Method {
  /** The kind of its last argument; `null` for an operation, whose last argument shows it. */
  readonly last: LastArgument | null
  readonly run: (...args: readonly unknown[]) => Promise<unknown>
}

/** Answers the calls of callable.ts over a workspace, whose store is in `dir`. */
export function answerCallsOf(workspace: Workspace, dir: string): AnswerCall {
  const methods = methodsOf(workspace)
  return async ({ call, arguments: args }, signal) => {
    const method = methods.get(call)
    if (!method) {
      const owner = `a server of another version (PID ${process.pid})`
      throw new UserError('STORE_BUSY', { dir, owner })
    }
    return method.run(...withSignal(args, method.last, signal))
  }
}

function methodsOf(workspace: Workspace): ReadonlyMap<string, Method> {
  const { exports, lake } = workspace
  const parts = {
    workspace,
    exports,
    lake,
  }
  const methods = new Map<string, Method>()
  for (const { name, call } of namedCalls(workspace, topic => !SERVER_TOPICS.includes(topic)))
    methods.set(name, { last: null, run: call })
  for (const [part, all] of Object.entries(callable)) {
    const object = parts[part as keyof typeof parts] as unknown as Record<string, Method['run']>
    for (const [name, last] of Object.entries(all)) {
      methods.set(`${part}.${name}`, { last, run: (...args) => object[name]!(...args) })
    }
  }
  return methods
}

function withSignal(args: readonly unknown[], kind: LastArgument | null, signal: AbortSignal): readonly unknown[] {
  const last = kind ?? (endsWithContext(args) ? 'context' : 'plain')
  if (last === 'plain') return args
  if (last === 'signal') return [...args, signal]
  return [...args.slice(0, -1), { ...(args.at(-1) as object), signal }]
}
