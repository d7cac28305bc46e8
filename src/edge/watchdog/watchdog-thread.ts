// The entry point of the watchdog's thread.

import { workerData } from 'node:worker_threads'
import { createLog } from '../../core/base/create-log.ts'
import { beatsSince } from './beats.ts'
import { keepAliveMs, notifySystemd } from './notify-systemd.ts'
import type { Watched } from './start-watchdog.ts'
import { watchLoop } from './watch-loop.ts'

const { beats, limit, logLevel } = workerData as Watched
const log = createLog(logLevel)

watchLoop(beats, limit, silentSeconds => {
  const next = 'Its watchdog ends it with SIGKILL (exit code 137). Start it again, and report this line.'
  log.fatal({ silentSeconds }, `The server did not respond for ${silentSeconds} seconds. ${next}`)
  // Other signals wait for the blocked thread, or write all memory to a file.
  process.kill(process.pid, 'SIGKILL')
})

const every = keepAliveMs(process.env, process.pid)
if (every !== null) {
  const hasBeats = beatsSince(beats)
  setInterval(() => {
    if (hasBeats()) void notifySystemd('WATCHDOG=1', log)
  }, every)
}
