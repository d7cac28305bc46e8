// Writes the demo of the package, or a demo of another size: npm run generate:demo -- --issues N --seed N --to DIR

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeDemo } from './write-demo.ts'

const { values } = parseArgs({
  options: {
    issues: { type: 'string' },
    seed: { type: 'string' },
    to: { type: 'string', default: join(import.meta.dirname, '../../assets/demo') },
  },
})

await writeDemo(values.to, { ...numberOf('issues'), ...numberOf('seed') })

/** Returns a numeric option by name; an empty object without it. */
function numberOf(name: 'issues' | 'seed'): { readonly [name: string]: number } {
  const value = values[name]
  if (value === undefined) return {}
  if (!/^\d{1,15}$/.test(value)) throw new Error(`--${name} is "${value}"; it must be a whole number of at least 0.`)
  return { [name]: Number(value) }
}
