// Runs a TypeScript file: node scripts/run.js FILE [ARGUMENT...]. The file sees its arguments as if Node had started it.

import { resolve } from 'node:path'
import { runnerImport } from 'vite'

process.argv.splice(1, 1)
if (process.argv[1] === undefined) throw new Error('Name a file: node scripts/run.js FILE')
await runnerImport(resolve(process.argv[1]))
