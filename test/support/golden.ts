import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'vitest'

/** Whether this run rewrites the files instead of comparing with them: `UPDATE_GOLDEN=1`. */
export const UPDATES = process.env.UPDATE_GOLDEN === '1'

/** Compares `text` with the file exactly, or rewrites the file when UPDATES is set. */
export function expectGolden(file: URL, text: string): void {
  if (UPDATES) {
    mkdirSync(dirname(file.pathname), { recursive: true })
    writeFileSync(file, text)
  }
  expect(existsSync(file), `${file.pathname} is missing: run with UPDATE_GOLDEN=1`).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(text)
}

const WIDTH = 160

/** Formats JSON for people: a value that fits on one line gets one line. */
export function readableJson(value: unknown, indent = ''): string {
  const inline = inOneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + inline.length < WIDTH) return inline
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map(element => readableJson(element, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${readableJson(member, inner)}`)
  return `${open}\n${parts.map(part => inner + part).join(',\n')}\n${indent}${close}`
}

function inOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inOneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
