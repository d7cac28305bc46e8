import { isUtf8 } from 'node:buffer'
import { documentsIn, placeOf, type SourceDocument } from './source-document.ts'
import { StreamedDocument } from './streamed-document.ts'

/** A longer line is read while it arrives instead of being gathered first. Bytes. */
const LONGEST_LINE = 8 * 1024 * 1024

const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const BLANKS: readonly number[] = [0x20, 0x09, 0x0d, 0x0a]

/**
 * Finds the documents of an export in its lines, which may come in pieces.
 *
 * A line that is JSON by itself is a document: one issue, or one search page. A line that begins with `[`, that is very
 * long, or that opens an object without closing it begins a document that goes on until it is complete. After what
 * cannot be read, reading goes on at the next line that looks like the beginning of a document.
 */
export class DocumentParser {
  /** The number of the line that is being read, from 1. */
  line = 1
  #atLineStart = true
  #gathered: Buffer[] = []
  #gatheredBytes = 0
  #streamed: StreamedDocument | null = null
  #skipUntil: readonly number[] | null = null

  /** Takes a piece of the present line; `endsLine` says that the line ends after it. */
  push(piece: Buffer, endsLine: boolean): readonly SourceDocument[] {
    const found = this.#read(piece, endsLine)
    this.#atLineStart = endsLine
    if (endsLine) this.line++
    return found
  }

  /** What is left at the end of the input: a document that is not complete is a problem. */
  end(): readonly SourceDocument[] {
    if (!this.#streamed) return this.#skipUntil ? [] : this.#finishLine(true)
    if (this.#streamed.isEnded) return []
    const last = this.#streamed.issues
    const after = last > 0 ? `after issue ${last}` : `in the document that begins in line ${this.#streamed.line}`
    return [{ place: placeOf(this.line, null), problem: `the JSON is cut off ${after}` }]
  }

  #read(piece: Buffer, endsLine: boolean): readonly SourceDocument[] {
    if (this.#streamed) return this.#readOn(piece, endsLine)
    if (this.#skipUntil && this.#atLineStart && this.#skipUntil.includes(piece[0] ?? 0)) this.#skipUntil = null
    if (this.#skipUntil) return []
    this.#gathered.push(piece)
    this.#gatheredBytes += piece.length
    const isLong = this.#gatheredBytes > LONGEST_LINE
    if (isLong || (this.#gathered.length === 1 && firstByte(piece) === OPEN_BRACKET)) return this.#stream(endsLine)
    return endsLine ? this.#finishLine(false) : []
  }

  #takeGathered(): Buffer {
    const line = this.#gathered.length === 1 ? this.#gathered[0]! : Buffer.concat(this.#gathered)
    this.#gathered = []
    this.#gatheredBytes = 0
    return line
  }

  #finishLine(isLast: boolean): readonly SourceDocument[] {
    const bytes = this.#takeGathered()
    const text = bytes.toString().trim()
    if (text === '') return []
    if (!isUtf8(bytes)) return [{ place: placeOf(this.line, null), problem: 'not UTF-8' }]
    try {
      return documentsIn(JSON.parse(text), this.line)
    } catch (error) {
      if (!isLast && text.startsWith('{') && /[{[,]$/.test(text)) {
        this.#gathered = [bytes]
        return this.#stream(true)
      }
      const whole = this.#wholeIssues(bytes)
      const after = whole.length > 0 ? ` after issue ${whole.length}` : ''
      return [...whole, { place: placeOf(this.line, null), problem: `${notJson(error)}${after}` }]
    }
  }

  /** The issues of a search page on one line that come before what cannot be read. */
  #wholeIssues(bytes: Buffer): readonly SourceDocument[] {
    if (firstByte(bytes) !== OPEN_BRACE) return []
    const page = new StreamedDocument(this.line, false)
    const isWhole = (document: SourceDocument) => 'value' in document && document.inPage
    try {
      return page.write(bytes).filter(isWhole)
    } catch {
      return page.take().filter(isWhole)
    }
  }

  /** Begins a document that is read while it arrives, with what was gathered of this line. */
  #stream(endsLine: boolean): readonly SourceDocument[] {
    const bytes = this.#takeGathered()
    this.#streamed = new StreamedDocument(this.line, firstByte(bytes) === OPEN_BRACKET)
    this.#atLineStart = true
    return this.#readOn(bytes, endsLine)
  }

  #readOn(piece: Buffer, endsLine: boolean): readonly SourceDocument[] {
    const streamed = this.#streamed!
    if (streamed.isEnded && this.#atLineStart) {
      this.#streamed = null
      return this.#read(piece, endsLine)
    }
    try {
      const found = streamed.write(piece)
      // The line break counts: JSON allows none inside a string.
      if (endsLine && !streamed.isEnded) streamed.write(Buffer.from('\n'))
      return found
    } catch (error) {
      return [...streamed.take(), ...this.#recover(streamed, error, piece, endsLine)]
    }
  }

  #recover(streamed: StreamedDocument, error: unknown, piece: Buffer, endsLine: boolean): readonly SourceDocument[] {
    this.#streamed = null
    const isNextLine = this.line > streamed.line && this.#atLineStart
    if (isNextLine && !streamed.isArray && piece[0] === OPEN_BRACE) {
      const lines = this.line - 1 > streamed.line ? `; lines ${streamed.line} to ${this.line - 1} are left out` : ''
      const problem = `not JSON: it is cut off${lines}`
      return [{ place: placeOf(streamed.line, null), problem }, ...this.#read(piece, endsLine)]
    }
    const begins = streamed.isArray && this.line > streamed.line ? [OPEN_BRACKET] : [OPEN_BRACE, OPEN_BRACKET]
    this.#skipUntil = begins
    const after = streamed.issues > 0 ? ` after issue ${streamed.issues}` : ''
    const problem = `${notJson(error)}${after}; the rest of this document is left out`
    return [{ place: placeOf(this.line, null), problem }]
  }
}

function firstByte(bytes: Buffer): number | undefined {
  return bytes.find(byte => !BLANKS.includes(byte))
}

/** The engine's own words, less its places, which count from the beginning of the line. */
function notJson(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  if (/end of JSON input|Unterminated string/.test(words)) return 'not JSON: it is cut off'
  return `not JSON: ${words.replace(/ \(line \d+ column \d+\)|\.$/g, '')}`
}
