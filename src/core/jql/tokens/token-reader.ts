import { JqlError, syntaxProblemAt } from '../jql-error.ts'
import { DEPTH_LIMIT, QUERY_LIMIT } from '../limits.ts'
import type { JqlCode, JqlParameters } from '../messages.ts'
import type { Span } from '../text-location.ts'
import { tokenAt } from './lexer.ts'
import type { Expectation, Token } from './token.ts'

/** Reads the tokens of a query one by one, and fails at the next one. */
export class TokenReader {
  readonly text: string
  /** The number of values in all lists so far. */
  values = 0
  readonly #tokens: Iterator<Token> | null
  #next: Token
  /** The end of the last token taken. */
  #end = 0
  #depth = 0
  protected location: Expectation['location'] = 'nothing'

  /** `tokens` replace those of the text, to find out what may follow them. */
  constructor(text: string, tokens?: readonly Token[]) {
    this.text = text
    if (text.length > QUERY_LIMIT) {
      const span = { start: QUERY_LIMIT, end: text.length }
      throw this.#error(span, 'JQL_TOO_LONG', { length: text.length, limit: QUERY_LIMIT })
    }
    this.#tokens = tokens?.values() ?? null
    this.#next = this.#read()
  }

  /** Tokens are read one by one, since parsing stops at the first error. */
  #read(): Token {
    return this.#tokens ? this.#tokens.next().value! : tokenAt(this.text, this.#end)
  }

  #advance(): void {
    this.#end = this.#next.end
    if (this.#next.kind !== 'end') this.#next = this.#read()
  }

  get peek(): Token {
    return this.#next
  }

  /** Sets what may come next. */
  expect(location: Expectation['location']): void {
    this.location = location
  }

  take(): Token {
    const token = this.peek
    if (token.problem) throw new JqlError([token.problem])
    this.#advance()
    return token
  }

  isKeyword(word: string): boolean {
    const token = this.peek
    return token.kind === 'keyword' && token.text === word
  }

  takeKeyword(word: string): boolean {
    if (!this.isKeyword(word)) return false
    this.#advance()
    return true
  }

  isSymbol(symbol: string): boolean {
    const token = this.peek
    return token.kind === 'symbol' && token.text === symbol
  }

  takeSymbol(symbol: string): void {
    if (!this.isSymbol(symbol)) this.fail('JQL_SYMBOL_EXPECTED', { wanted: `'${symbol}'`, got: this.got() })
    this.#advance()
  }

  protected isOneOf(texts: ReadonlySet<string>): boolean {
    const token = this.peek
    return (token.kind === 'symbol' || token.kind === 'keyword') && texts.has(token.text)
  }

  /** Parses one level deeper. */
  nested<T>(read: () => T): T {
    this.enter()
    const result = read()
    this.leave()
    return result
  }

  protected enter(): void {
    if (++this.#depth > DEPTH_LIMIT) this.fail('JQL_TOO_DEEP', { limit: DEPTH_LIMIT })
  }

  protected leave(): void {
    this.#depth--
  }

  /** Returns the span from `start` to the end of the last token taken. */
  spanFrom(start: number): Span {
    return { start, end: this.#end }
  }

  /** Fails at the next token with an error that shows it. */
  failHere(
    code:
      | 'JQL_FIELD_EXPECTED'
      | 'JQL_OPERAND_EXPECTED'
      | 'JQL_ARGUMENT_EXPECTED'
      | 'JQL_CUSTOM_FIELD_EXPECTED'
      | 'JQL_PROPERTY_EXPECTED',
  ): never {
    this.fail(code, { got: this.got() })
  }

  fail<C extends JqlCode>(code: C, parameters: JqlParameters<C>): never {
    const token = this.peek
    // An invalid token is the first error.
    if (token.problem) throw new JqlError([token.problem])
    throw this.#error(token, code, parameters)
  }

  /** Returns the text of the next token; `null` at the end. */
  protected got(): string | null {
    const { kind, start, end } = this.peek
    return kind === 'end' ? null : this.text.slice(start, end)
  }

  #error<C extends JqlCode>({ start, end }: Span, code: C, parameters: JqlParameters<C>): JqlError {
    return new JqlError([syntaxProblemAt(this.text, { start, end }, code, parameters)])
  }
}
