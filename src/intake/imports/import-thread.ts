// The entry of an importer's thread; see import-in-thread.ts.

import { parentPort } from 'node:worker_threads'
import { serveImporter } from './serve-importer.ts'

if (parentPort) serveImporter(parentPort)
