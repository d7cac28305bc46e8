// The entry point of an export's thread.

import { parentPort } from 'node:worker_threads'
import { serveExport } from './serve-exports.ts'

serveExport(parentPort!)
