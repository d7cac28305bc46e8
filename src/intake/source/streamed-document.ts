import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { documentsIn, locationText, namesOf, pageOf, type SourceDocument } from './source-document.ts'

/** The JSON members of an issue that are kept. */
const ISSUE_MEMBERS = ['id', 'key', 'fields', 'changelog', 'errorMessages']

/** The JSON members of a search page that are kept, in addition to its issues. */
const PAGE_MEMBERS = ['names', 'startAt', 'total', 'nextPageToken', 'isLast']

/**
 * Parses one JSON document as a stream: an array of issues, a search page, or one issue.
 *
 * Keeps one issue in memory at a time. The document may have any number of lines.
 */
export class StreamedDocument {
  /** The 1-based line on which the document starts. */
  readonly line: number
  readonly isArray: boolean
  #issues = 0
  #depth = 0
  #isPage = false
  readonly #single: Record<string, unknown> = {}
  #found: SourceDocument[] = []
  readonly #tokenizer = new Tokenizer()
  readonly #parser: TokenParser

  constructor(line: number, isArray: boolean) {
    this.line = line
    this.isArray = isArray
    const members = [...ISSUE_MEMBERS, ...PAGE_MEMBERS].map(member => `$.${member}`)
    this.#parser = new TokenParser({ paths: isArray ? ['$.*'] : ['$.issues.*', ...members], keepStack: false })
    this.#parser.onValue = ({ value, key, stack }) => this.#take(value, key, stack.length)
    this.#tokenizer.onToken = token => {
      this.#parser.write(token)
      this.#watch(token.token, token.value)
    }
  }

  /** Whether the document is complete. Then only white space may follow. */
  get isEnded(): boolean {
    return this.#parser.isEnded
  }

  /** The number of issues returned so far. */
  get issues(): number {
    return this.#issues
  }

  /** Returns the page if this is a search page that is cut off or broken; an empty list for other documents. */
  cutPage(): readonly SourceDocument[] {
    return this.#isPage
      ? [{ location: locationText(this.line, null), page: pageOf(this.#single, this.#issues, true) }]
      : []
  }

  /** Parses more bytes, and returns the documents that are now complete. Throws if the bytes are not JSON. */
  write(bytes: Buffer): readonly SourceDocument[] {
    this.#tokenizer.write(bytes)
    return this.take()
  }

  /** Returns the documents that were complete before write threw. */
  take(): readonly SourceDocument[] {
    const found = this.#found
    this.#found = []
    return found
  }

  /** Detects a search page without issues. The parser reports no empty arrays, so it would look like an issue without a key. */
  #watch(token: TokenType, value: unknown): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#close()
    else if (this.#depth === 1 && value === 'issues' && !this.isArray) this.#isPage = true
  }

  #close(): void {
    this.#depth--
    if (this.#depth > 0 || this.isArray) return
    if (this.#isPage)
      this.#found.push({ location: locationText(this.line, null), page: pageOf(this.#single, this.#issues) })
    else this.#found.push(...documentsIn(this.#single, this.line))
  }

  #take(value: unknown, key: string | number | undefined, depth: number): void {
    if (this.isArray) {
      for (const document of documentsIn(value, this.line, this.#issues + 1)) this.#give(document)
    } else if (depth === 2) {
      this.#give({ location: locationText(this.line, this.#issues + 1), value, inPage: true })
    } else if (key === 'names') {
      const names = namesOf(value)
      if (names) this.#give({ location: locationText(this.line, null), names })
    } else this.#single[String(key)] = value
  }

  #give(document: SourceDocument): void {
    if ('value' in document) this.#issues++
    this.#found.push(document)
  }
}
