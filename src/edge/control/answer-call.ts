import { type AnyOperation, endsWithContext } from '../../app/operations/operation.ts'
import { namedCalls, SERVER_TOPICS, type TopicName } from '../../app/operations/topics.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Call } from './wire.ts'

/** Answers a call until `signal` is aborted. Throws what the method throws. */
export type AnswerCall = (call: Call, signal: AbortSignal) => Promise<unknown>

/** Answers the operations of topics.ts over a workspace, whose store is in `dir`. */
export function answerCallsOf(workspace: Workspace, dir: string): AnswerCall {
  const isCallable = (topic: TopicName) => !SERVER_TOPICS.includes(topic)
  const calls = new Map(namedCalls(workspace, isCallable).map(one => [one.name, one]))
  return async ({ call: name, arguments: args }, signal) => {
    const found = calls.get(name)
    if (!found) {
      const owner = `a server of another version (PID ${process.pid})`
      throw new UserError('STORE_BUSY', { dir, owner })
    }
    return found.call(...withSignal(args, found.operation, signal))
  }
}

function withSignal(args: readonly unknown[], { hasSignal }: AnyOperation, signal: AbortSignal): readonly unknown[] {
  if (hasSignal) return [...args, signal]
  return endsWithContext(args) ? [...args.slice(0, -1), { ...(args.at(-1) as object), signal }] : args
}
