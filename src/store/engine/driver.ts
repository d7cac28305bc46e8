import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * The DuckDB driver, a CommonJS package.
 *
 * With `import`, Node would scan all of its files for exported names, which takes as long as loading them.
 */
export const driver = require('@duckdb/node-api') as typeof import('@duckdb/node-api')
