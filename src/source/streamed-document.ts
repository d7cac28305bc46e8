import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { documentsIn, namesOf, pageOf, placeOf, type SourceDocument } from './source-document.ts'

/** The members of one issue that are of use: the rest of a pretty-printed issue is not kept. */
const ISSUE_MEMBERS = ['id', 'key', 'fields', 'changelog', 'errorMessages']

/** The members of a search page beside its issues. */
const PAGE_MEMBERS = ['names', 'startAt', 'total', 'nextPageToken', 'isLast']

/**
 * One JSON document that is read while it arrives: an array of issues, a search page, or one issue.
 *
 * It holds one issue at a time, however long the document is, be it on one line or on many.
 */
export class StreamedDocument {
  /** The line on which the document begins, from 1. */
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

  /** Whether the document is complete; what is written then must be blank. */
  get isEnded(): boolean {
    return this.#parser.isEnded
  }

  /** How many issues it has given so far. */
  get issues(): number {
    return this.#issues
  }

  /** Returns what is known of a search page of which the rest is missing or broken; nothing for other documents. */
  cutPage(): readonly SourceDocument[] {
    return this.#isPage ? [{ location: placeOf(this.line, null), page: pageOf(this.#single, this.#issues, true) }] : []
  }

  /** Reads on, and gives what became complete. Throws when the bytes are not JSON. */
  write(bytes: Buffer): readonly SourceDocument[] {
    this.#tokenizer.write(bytes)
    return this.take()
  }

  /** What was complete before write threw. */
  take(): readonly SourceDocument[] {
    const found = this.#found
    this.#found = []
    return found
  }

  /** Without this an empty page looks like an issue without a key: only members that hold something are reported. */
  #watch(token: TokenType, value: unknown): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#close()
    else if (this.#depth === 1 && value === 'issues' && !this.isArray) this.#isPage = true
  }

  #close(): void {
    this.#depth--
    if (this.#depth > 0 || this.isArray) return
    if (this.#isPage) this.#found.push({ location: placeOf(this.line, null), page: pageOf(this.#single, this.#issues) })
    else this.#found.push(...documentsIn(this.#single, this.line))
  }

  #take(value: unknown, key: string | number | undefined, depth: number): void {
    if (this.isArray) {
      for (const document of documentsIn(value, this.line, this.#issues + 1)) this.#give(document)
    } else if (depth === 2) {
      this.#give({ location: placeOf(this.line, this.#issues + 1), value, inPage: true })
    } else if (key === 'names') {
      const names = namesOf(value)
      if (names) this.#give({ location: placeOf(this.line, null), names })
    } else this.#single[String(key)] = value
  }

  #give(document: SourceDocument): void {
    if ('value' in document) this.#issues++
    this.#found.push(document)
  }
}
