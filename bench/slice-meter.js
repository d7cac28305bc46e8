// Measures the slices of the main thread of a server: what runs between two turns of its loop. CPU time, so that a busy
// machine has no effect. Preloaded with --import. The parent sends 'start', and receives 'ready'. It sends 'stop', and
// receives the longest slice in milliseconds. The loop turns without a pause meanwhile, which takes CPU time itself. After
// 'collect' it is 'ready' without measuring.

import { openSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Stays open, because a turn without work must be short. */
const FILE = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`)

const text = Buffer.alloc(128)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

let isRunning = false
let longest = 0
let last = 0

/** Returns the CPU time of the main thread, in milliseconds. */
function cpuTime() {
  const length = readSync(FILE, text, 0, text.length, 0)
  return Number.parseInt(text.latin1Slice(0, length), 10) / 1e6
}

function turn() {
  const now = cpuTime()
  longest = Math.max(longest, now - last)
  last = now
  if (isRunning) setImmediate(turn)
}

process.on('message', message => {
  if (message === 'stop') {
    isRunning = false
    process.send(longest)
  } else {
    // The garbage of earlier requests is not part of this one.
    collectGarbage()
    if (message === 'start') {
      isRunning = true
      longest = 0
      last = cpuTime()
      setImmediate(turn)
    }
    process.send('ready')
  }
})
// A loop without a pause must not outlive the measurement.
process.once('disconnect', () => process.exit())
// The channel to the parent must not keep the server running. Threads have none.
process.channel?.unref()
