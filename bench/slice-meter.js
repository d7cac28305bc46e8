// Measures the slices of the main thread of a server: what runs between two turns of its loop. CPU time, so that a busy
// machine has no effect. Preloaded with --import; the parent sends 'start' and 'stop', and receives the longest slice.

import { readFileSync } from 'node:fs'

const FILE = `/proc/${process.pid}/task/${process.pid}/schedstat`

let isRunning = false
let longest = 0
let last = 0

/** Returns the CPU time of the main thread, in milliseconds. */
function cpuTime() {
  return Number(readFileSync(FILE, 'utf8').split(' ')[0]) / 1e6
}

function turn() {
  const now = cpuTime()
  longest = Math.max(longest, now - last)
  last = now
  if (isRunning) setImmediate(turn)
}

process.on('message', message => {
  if (message === 'start') {
    isRunning = true
    longest = 0
    last = cpuTime()
    setImmediate(turn)
  } else {
    isRunning = false
    process.send({ longest })
  }
})
// The channel to the parent must not keep the server running.
process.channel.unref()
