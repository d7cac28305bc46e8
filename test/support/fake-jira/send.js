// @ts-check
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/**
 * @import { ServerResponse } from 'node:http'
 * @import { Answer } from './model.ts'
 */

const compress = promisify(gzip)

/** Shorter bodies are not compressed. */
const COMPRESSED_FROM = 1024

/**
 * Writes an answer: JSON unless the body is text.
 *
 * @param {ServerResponse} response
 * @param {Answer} answer
 * @param {{ acceptsGzip: boolean, now: number }} options `now` is the time of the tracker's clock.
 */
export async function send(response, { status, body, headers = {} }, { acceptsGzip, now }) {
  response.sendDate = false
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  let bytes = Buffer.from(text)
  const isCompressed = acceptsGzip && bytes.length >= COMPRESSED_FROM
  if (isCompressed) bytes = await compress(bytes)
  response.writeHead(status, {
    Date: new Date(now).toUTCString(),
    'Content-Type': typeof body === 'string' ? 'text/html;charset=UTF-8' : 'application/json;charset=UTF-8',
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
    'Content-Length': bytes.length,
    ...headers,
  })
  response.end(bytes)
}
