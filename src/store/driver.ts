import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * The driver of DuckDB, a CommonJS package.
 *
 * An `import` would let Node search all of its files for the names that they export, which takes as long as loading them.
 */
export const driver = require('@duckdb/node-api') as typeof import('@duckdb/node-api')
