// The entry of the thread that runs rounds; see run-round-in-thread.ts.

import { parentPort } from 'node:worker_threads'
import { serveRounds } from './serve-rounds.ts'
import { SYSTEM_CLOCK } from './system-clock.ts'

if (parentPort) serveRounds(parentPort, SYSTEM_CLOCK)
