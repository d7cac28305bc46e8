// Measures the slices of the main thread of a server: what runs between two turns of its loop. CPU time, so that a busy
// machine has no effect. Preloaded with --import. The parent sends 'start', and receives 'started'. It sends 'stop', and
// receives the longest slice and the sum of all, in milliseconds. After 'start with room' the heap may grow to 21 times
// its size before it is marked: marking costs what the whole heap costs, and only long lists fill it, so it would be
// taken for growth.

import { openSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Stays open, because a turn without work must be short. */
const FILE = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`)

const text = Buffer.alloc(128)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

/** A turn without work takes less: the loop turns without a pause while it is measured. Milliseconds. */
const LEAST_WORK = 0.1

let isRunning = false
let longest = 0
let sum = 0
let last = 0

/** Returns the CPU time of the main thread, in milliseconds. */
function cpuTime() {
  const length = readSync(FILE, text, 0, text.length, 0)
  return Number.parseInt(text.latin1Slice(0, length), 10) / 1e6
}

function turn() {
  const now = cpuTime()
  const slice = now - last
  longest = Math.max(longest, slice)
  if (slice > LEAST_WORK) sum += slice
  last = now
  if (isRunning) setImmediate(turn)
}

process.on('message', message => {
  if (message === 'stop') {
    isRunning = false
    process.send({ longest, sum })
  } else {
    setFlagsFromString(`--heap-growing-percent=${message === 'start with room' ? 2000 : 0}`)
    // The garbage of earlier requests is not part of this one. The collection also sets the limit of the heap.
    collectGarbage()
    isRunning = true
    longest = 0
    sum = 0
    last = cpuTime()
    setImmediate(turn)
    process.send('started')
  }
})
// The channel to the parent must not keep the server running. Threads have none.
process.channel?.unref()
