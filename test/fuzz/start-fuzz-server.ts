import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FromFuzzServer, FuzzServerFacts, Memory } from './fuzz-server-facts.ts'

/** The fuzzed server, in its process. */
export interface FuzzServer {
  readonly facts: FuzzServerFacts
  /** The internal errors in its log until now. */
  readonly defects: readonly string[]
  /** Whether its process is running. */
  readonly isAlive: () => boolean
  readonly memory: () => Promise<Memory>
  readonly stop: () => Promise<void>
}

const RUN = `import { runnerImport } from 'vite'; await runnerImport('./test/fuzz/fuzz-server.ts')`

/** Starts it from its sources, so that it needs no build. */
export async function startFuzzServer(): Promise<FuzzServer> {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', RUN], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const defects: string[] = []
  child.on('message', (message: FromFuzzServer) => {
    if (message.kind === 'defect') defects.push(message.message)
  })
  const { facts } = await messageFrom(child, 'ready')
  return {
    facts,
    defects,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    memory: async () => {
      child.send('memory')
      return (await messageFrom(child, 'memory')).memory
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.send('end')
      await once(child, 'exit')
    },
  }
}

type MessageOf<K> = Extract<FromFuzzServer, { readonly kind: K }>

function messageFrom<K extends FromFuzzServer['kind']>(child: ChildProcess, kind: K): Promise<MessageOf<K>> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The process of the server ended by itself.'))
    const listen = (message: FromFuzzServer) => {
      if (message.kind !== kind) return
      child.off('message', listen).off('exit', onExit)
      resolve(message as MessageOf<K>)
    }
    child.on('message', listen).on('exit', onExit)
  })
}
