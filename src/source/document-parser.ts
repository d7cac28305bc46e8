import { isUtf8 } from 'node:buffer'
import { documentsIn, placeOf, type SourceDocument } from './source-document.ts'
import { StreamedDocument } from './streamed-document.ts'

/** A longer line is read while it arrives instead of being gathered first. Bytes. */
const LONGEST_LINE = 8 * 1024 * 1024

const FILE_CUT_OFF = 'the file is cut off'
const CUT_OFF = 'not JSON: it is cut off'

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
  #issues = 0

  /** Takes a piece of the present line; `endsLine` says that the line ends after it. */
  push(piece: Buffer, endsLine: boolean): readonly SourceDocument[] {
    const found = this.#read(piece, endsLine)
    this.#issues += issuesIn(found)
    this.#atLineStart = endsLine
    if (endsLine) this.line++
    return found
  }

  /**
   * Returns what is left at the end of the input: a document that is not complete is a problem.
   *
   * `damage` says why no more could be read, when the input did not simply end.
   */
  end(damage: string | null = null): readonly SourceDocument[] {
    const found = this.#endOfInput()
    if (damage === null) return found
    const whole = found.filter(document => !('problem' in document))
    return [...whole, this.#cutOff(damage, whole)]
  }

  #endOfInput(): readonly SourceDocument[] {
    const streamed = this.#streamed
    if (!streamed) return this.#skipUntil ? [] : this.#finishLine(true)
    return streamed.isEnded ? [] : [...streamed.cutPage(), this.#cutOff(FILE_CUT_OFF, [])]
  }

  /** Returns the problem that the input ends too early, after the documents given so far and `last`. */
  #cutOff(cause: string, last: readonly SourceDocument[]): SourceDocument {
    const issues = this.#issues + issuesIn(last)
    const whole = issues === 1 ? '1 whole issue' : `${issues} whole issues`
    const where = issues === 0 ? 'before the end of its first issue' : `after ${whole}`
    return { location: placeOf(this.line, null), problem: `${cause} ${where}; export or copy it again` }
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
    if (!isUtf8(bytes)) return [{ location: placeOf(this.line, null), problem: 'not UTF-8' }]
    try {
      return documentsIn(JSON.parse(text), this.line)
    } catch (error) {
      if (!isLast && text.startsWith('{') && /[{[,]$/.test(text)) {
        this.#gathered = [bytes]
        return this.#stream(true)
      }
      return this.#wholeIssues(bytes, error, isLast)
    }
  }

  /** Returns the issues of a search page on one line that come before what cannot be read, and why it cannot. */
  #wholeIssues(bytes: Buffer, error: unknown, isLast: boolean): readonly SourceDocument[] {
    const location = placeOf(this.line, null)
    if (firstByte(bytes) !== OPEN_BRACE) return [{ location, problem: notJson(error) }]
    const { found, isCut, streamed } = this.#readCut(bytes)
    const whole = [...found.filter(document => 'value' in document && document.inPage), ...streamed.cutPage()]
    if (isCut && isLast) return [...whole, this.#cutOff(FILE_CUT_OFF, whole)]
    const after = streamed.issues > 0 ? ` after issue ${streamed.issues}` : ''
    return [...whole, { location, problem: `${isCut ? CUT_OFF : notJson(error)}${after}` }]
  }

  #readCut(bytes: Buffer): { found: readonly SourceDocument[]; isCut: boolean; streamed: StreamedDocument } {
    const streamed = new StreamedDocument(this.line, false)
    try {
      return { found: streamed.write(bytes), isCut: !streamed.isEnded, streamed }
    } catch {
      return { found: streamed.take(), isCut: false, streamed }
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
      const problem = `${CUT_OFF}${lines}`
      return [
        ...streamed.cutPage(),
        { location: placeOf(streamed.line, null), problem },
        ...this.#read(piece, endsLine),
      ]
    }
    const begins = streamed.isArray && this.line > streamed.line ? [OPEN_BRACKET] : [OPEN_BRACE, OPEN_BRACKET]
    this.#skipUntil = begins
    const after = streamed.issues > 0 ? ` after issue ${streamed.issues}` : ''
    const problem = `${notJson(error)}${after}; the rest of this document is left out`
    return [...streamed.cutPage(), { location: placeOf(this.line, null), problem }]
  }
}

function issuesIn(documents: readonly SourceDocument[]): number {
  return documents.filter(document => 'value' in document).length
}

function firstByte(bytes: Buffer): number | undefined {
  return bytes.find(byte => !BLANKS.includes(byte))
}

/** The engine's own words, less its places, which count from the beginning of the line. */
function notJson(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  if (/end of JSON input|Unterminated string/.test(words)) return CUT_OFF
  return `not JSON: ${words.replace(/ \(line \d+ column \d+\)|\.$/g, '')}`
}
