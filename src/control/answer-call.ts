import { UserError } from '../base/errors.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { callable, type LastArgument } from './callable.ts'
import type { Call } from './wire.ts'

/** Answers a call until `signal` is aborted. Throws what the method throws. */
export type AnswerCall = (call: Call, signal: AbortSignal) => Promise<unknown>

interface Method {
  readonly last: LastArgument
  readonly run: (...words: readonly unknown[]) => Promise<unknown>
}

/** Answers the calls of callable.ts over a workspace, whose store is in `dir`. */
export function answerCallsOf(workspace: Workspace, dir: string): AnswerCall {
  const methods = methodsOf(workspace)
  return async ({ call, arguments: words }, signal) => {
    const method = methods.get(call)
    if (!method) {
      const owner = `a server of another version (PID ${process.pid})`
      throw new UserError('STORE_BUSY', { dir, owner })
    }
    return method.run(...withSignal(words, method.last, signal))
  }
}

function methodsOf(workspace: Workspace): ReadonlyMap<string, Method> {
  const { access, calendars, names, page, pageData, queries, savedQueries } = workspace
  const parts = { workspace, access, calendars, names, page, pageData, queries, savedQueries }
  const methods = new Map<string, Method>()
  for (const [part, all] of Object.entries(callable)) {
    const object = parts[part as keyof typeof parts] as unknown as Record<string, Method['run']>
    for (const [name, last] of Object.entries(all)) {
      methods.set(`${part}.${name}`, { last, run: (...words) => object[name]!(...words) })
    }
  }
  return methods
}

function withSignal(words: readonly unknown[], last: LastArgument, signal: AbortSignal): readonly unknown[] {
  if (last === 'plain') return words
  if (last === 'signal') return [...words, signal]
  return [...words.slice(0, -1), { ...(words.at(-1) as object), signal }]
}
