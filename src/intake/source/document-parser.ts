import { isUtf8 } from 'node:buffer'
import { documentsIn, locationText, type SourceDocument } from './source-document.ts'
import { StreamedDocument } from './streamed-document.ts'

/** The maximum size of a line that is buffered before it is parsed; a longer line is parsed as a stream. Bytes. */
const LONGEST_LINE = 8 * 1024 * 1024

const FILE_CUT_OFF = 'the file is cut off'
const CUT_OFF = 'not JSON: it is cut off'

const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const BLANKS: readonly number[] = [0x20, 0x09, 0x0d, 0x0a]

/**
 * Finds the documents of an export in its lines, which may arrive in chunks.
 *
 * A line of valid JSON is a document: one issue, or one search page. A line starts a document of several lines if it
 * starts with `[`, is very long, or opens an object without closing it. After an error, parsing resumes at the next line
 * that looks like the start of a document.
 */
export class DocumentParser {
  /** The 1-based number of the current line. */
  line = 1
  #atLineStart = true
  #gathered: Buffer[] = []
  #gatheredBytes = 0
  #streamed: StreamedDocument | null = null
  #skipUntil: readonly number[] | null = null
  #issues = 0

  /** Parses the next chunk of the current line; `endsLine` means that the line ends after it. */
  push(chunk: Buffer, endsLine: boolean): readonly SourceDocument[] {
    const found = this.#read(chunk, endsLine)
    this.#issues += issuesIn(found)
    this.#atLineStart = endsLine
    if (endsLine) this.line++
    return found
  }

  /**
   * Returns the remaining documents at the end of the input. An incomplete document is a problem.
   *
   * `damage` is the reason why the input could not be read to its end; `null` if it could.
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

  /** Returns the problem of an input that ends too early, after the documents returned so far and `last`. */
  #cutOff(cause: string, last: readonly SourceDocument[]): SourceDocument {
    const issues = this.#issues + issuesIn(last)
    const whole = issues === 1 ? '1 whole issue' : `${issues} whole issues`
    const where = issues === 0 ? 'before the end of its first issue' : `after ${whole}`
    return { location: locationText(this.line, null), problem: `${cause} ${where}; export or copy it again` }
  }

  #read(chunk: Buffer, endsLine: boolean): readonly SourceDocument[] {
    if (this.#streamed) return this.#readOn(chunk, endsLine)
    if (this.#skipUntil && this.#atLineStart && this.#skipUntil.includes(chunk[0] ?? 0)) this.#skipUntil = null
    if (this.#skipUntil) return []
    this.#gathered.push(chunk)
    this.#gatheredBytes += chunk.length
    const isLong = this.#gatheredBytes > LONGEST_LINE
    if (isLong || (this.#gathered.length === 1 && firstByte(chunk) === OPEN_BRACKET)) return this.#stream(endsLine)
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
    if (!isUtf8(bytes)) return [{ location: locationText(this.line, null), problem: 'not UTF-8' }]
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

  /** Returns the issues before an error in a search page on one line, and the error. */
  #wholeIssues(bytes: Buffer, error: unknown, isLast: boolean): readonly SourceDocument[] {
    const location = locationText(this.line, null)
    if (firstByte(bytes) !== OPEN_BRACE) return [{ location, problem: notJson(error) }]
    const { found, isTruncated, streamed } = this.#readCut(bytes)
    const whole = [...found.filter(document => 'value' in document && document.inPage), ...streamed.cutPage()]
    if (isTruncated && isLast) return [...whole, this.#cutOff(FILE_CUT_OFF, whole)]
    const after = streamed.issues > 0 ? ` after issue ${streamed.issues}` : ''
    return [...whole, { location, problem: `${isTruncated ? CUT_OFF : notJson(error)}${after}` }]
  }

  #readCut(bytes: Buffer): { found: readonly SourceDocument[]; isTruncated: boolean; streamed: StreamedDocument } {
    const streamed = new StreamedDocument(this.line, false)
    try {
      return { found: streamed.write(bytes), isTruncated: !streamed.isEnded, streamed }
    } catch {
      return { found: streamed.take(), isTruncated: false, streamed }
    }
  }

  /** Starts to parse a document as a stream, with the buffered part of this line. */
  #stream(endsLine: boolean): readonly SourceDocument[] {
    const bytes = this.#takeGathered()
    this.#streamed = new StreamedDocument(this.line, firstByte(bytes) === OPEN_BRACKET)
    this.#atLineStart = true
    return this.#readOn(bytes, endsLine)
  }

  #readOn(chunk: Buffer, endsLine: boolean): readonly SourceDocument[] {
    const streamed = this.#streamed!
    if (streamed.isEnded && this.#atLineStart) {
      this.#streamed = null
      return this.#read(chunk, endsLine)
    }
    try {
      const found = streamed.write(chunk)
      // The line break counts: JSON allows none inside a string.
      if (endsLine && !streamed.isEnded) streamed.write(Buffer.from('\n'))
      return found
    } catch (error) {
      return [...streamed.take(), ...this.#recover(streamed, error, chunk, endsLine)]
    }
  }

  #recover(streamed: StreamedDocument, error: unknown, chunk: Buffer, endsLine: boolean): readonly SourceDocument[] {
    this.#streamed = null
    const isNextLine = this.line > streamed.line && this.#atLineStart
    if (isNextLine && !streamed.isArray && chunk[0] === OPEN_BRACE) {
      const lines = this.line - 1 > streamed.line ? `; lines ${streamed.line} to ${this.line - 1} are left out` : ''
      const problem = `${CUT_OFF}${lines}`
      return [
        ...streamed.cutPage(),
        { location: locationText(streamed.line, null), problem },
        ...this.#read(chunk, endsLine),
      ]
    }
    const begins = streamed.isArray && this.line > streamed.line ? [OPEN_BRACKET] : [OPEN_BRACE, OPEN_BRACKET]
    this.#skipUntil = begins
    const after = streamed.issues > 0 ? ` after issue ${streamed.issues}` : ''
    const problem = `${notJson(error)}${after}; the rest of this document is left out`
    return [...streamed.cutPage(), { location: locationText(this.line, null), problem }]
  }
}

function issuesIn(documents: readonly SourceDocument[]): number {
  return documents.filter(document => 'value' in document).length
}

function firstByte(bytes: Buffer): number | undefined {
  return bytes.find(byte => !BLANKS.includes(byte))
}

/** Returns the message of a JSON error without its positions, which are relative to the line. */
function notJson(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (/end of JSON input|Unterminated string/.test(message)) return CUT_OFF
  return `not JSON: ${message.replace(/ \(line \d+ column \d+\)|\.$/g, '')}`
}
