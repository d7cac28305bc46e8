import { isUtf8 } from 'node:buffer'
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import type { z } from 'zod'
import { validJson } from '../../app/operations/valid-json.ts'
import { nextTurn } from '../../core/base/in-slices.ts'

/** The size from which a body is parsed in slices: JSON.parse takes up to 13 ms for 1 MB, in one piece. Bytes. */
const SLICED_FROM = 500_000

/** The size of a slice, which takes about 4 ms. Bytes. */
const SLICE = 50_000

/** The most levels of a long body; those of a calendar are four. */
const MOST_LEVELS = 100

/** Parses and validates a JSON body; `example` shows the expected form. Throws REQUEST_MALFORMED. */
export function jsonBody<T>(body: unknown, schema: z.ZodType<T>, example: string): T {
  return validJson(parsedJson(body), schema, example)
}

const strictly = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body; `undefined` for a body that is not JSON in UTF-8. */
export function parsedJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined
  try {
    return JSON.parse(strictly.decode(body))
  } catch {
    return undefined
  }
}

/** Parses a JSON body of any size as `parsedJson` does, in slices of a few milliseconds. Throws when aborted. */
export async function parsedLongJson(body: unknown, signal: AbortSignal): Promise<unknown> {
  if (!Buffer.isBuffer(body) || body.length < SLICED_FROM) return parsedJson(body)
  if (!isUtf8(body)) return undefined
  const { tokenizer, parser, found } = boundedParser()
  try {
    for (let start = 0; start < body.length; start += SLICE) {
      await nextTurn(signal)
      tokenizer.write(body.subarray(start, start + SLICE))
    }
    if (!parser.isEnded) tokenizer.end()
    await nextTurn(signal)
    return found.value
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** Returns a parser that throws if a value is too deep: it keeps an object for each level. */
function boundedParser() {
  const found: { value?: unknown } = {}
  const tokenizer = new Tokenizer()
  const parser = new TokenParser({ paths: ['$'] })
  let depth = 0
  parser.onValue = ({ value }) => {
    found.value = value
  }
  tokenizer.onToken = token => {
    parser.write(token)
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth++
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth--
    if (depth > MOST_LEVELS) throw new Error('the JSON has too many levels')
  }
  return { tokenizer, parser, found }
}
