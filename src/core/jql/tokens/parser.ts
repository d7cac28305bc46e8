import type { Steps } from '../../base/in-slices.ts'
import { CLAUSES_LIMIT, PREDICATES_LIMIT } from '../limits.ts'
import type {
  ChangedClause,
  FieldReference,
  FieldValueClause,
  HistoryPredicate,
  JqlClause,
  JqlQuery,
  JqlSort,
  PredicateKeyword,
  TerminalClause,
  ValueOperator,
  WasClause,
  WasOperator,
} from '../query-tree.ts'
import { readField } from './field-parser.ts'
import { readOperand } from './operand-parser.ts'
import type { Expectation } from './token.ts'
import { TokenReader } from './token-reader.ts'

const COMPARISONS = new Set(['=', '!=', '<', '>', '<=', '>=', '~', '!~'])
const WAS_PREDICATES = new Set(['AFTER', 'BEFORE', 'ON', 'DURING', 'BY'])
const CHANGED_PREDICATES = new Set([...WAS_PREDICATES, 'FROM', 'TO'])
const ORS = new Set(['OR', '|', '||'])
const ANDS = new Set(['AND', '&', '&&'])

/** A recursive descent parser for one query. It always knows what may come next. */
export class Parser extends TokenReader {
  #clauses = 0
  #field: FieldReference | null = null
  #operator: string | null = null
  #sorting = false

  /** Counts a clause or a sort key. */
  #count(): void {
    if (++this.#clauses > CLAUSES_LIMIT) this.fail('JQL_TOO_MANY_CLAUSES', { limit: CLAUSES_LIMIT })
  }

  /** What was expected where parsing stopped. */
  get expectation(): Expectation {
    return { location: this.location, field: this.#field, operator: this.#operator, sorting: this.#sorting }
  }

  /** Whether all tokens were read. */
  get isAtEnd(): boolean {
    return this.peek.kind === 'end'
  }

  /** query := [or] ['ORDER' 'BY' sort {',' sort}] END. Each clause is a step. */
  *query(): Steps<JqlQuery> {
    const where = this.isAtEnd || this.isKeyword('ORDER') ? this.#emptyWhere() : yield* this.#or()
    const orderBy = this.isKeyword('ORDER') ? this.#orderBy() : []
    if (!this.isAtEnd) this.#unexpectedAfterAll(orderBy.length > 0)
    return { text: this.text, where, orderBy }
  }

  #emptyWhere(): null {
    this.expect('field')
    return null
  }

  #unexpectedAfterAll(sorted: boolean): never {
    const got = this.got()!
    if (sorted) this.fail('JQL_SYMBOL_EXPECTED', { wanted: "','", got })
    this.fail('JQL_JUNCTION_EXPECTED', { got })
  }

  /** or := and {('OR' | '||' | '|') and} */
  *#or(): Steps<JqlClause> {
    const first = yield* this.#and()
    if (!this.isOneOf(ORS)) return first
    const clauses = [first]
    while (this.isOneOf(ORS)) {
      this.take()
      clauses.push(yield* this.#and())
    }
    return { kind: 'or', clauses, span: this.spanFrom(first.span.start) }
  }

  /** and := not {('AND' | '&&' | '&') not} */
  *#and(): Steps<JqlClause> {
    const first = yield* this.#not()
    if (!this.isOneOf(ANDS)) return first
    const clauses = [first]
    while (this.isOneOf(ANDS)) {
      this.take()
      clauses.push(yield* this.#not())
    }
    return { kind: 'and', clauses, span: this.spanFrom(first.span.start) }
  }

  /** not := ('NOT' | '!') not | '(' or ')' | clause */
  *#not(): Steps<JqlClause> {
    this.expect('field')
    const { start } = this.peek
    if (this.isKeyword('NOT') || this.isSymbol('!')) {
      this.enter()
      this.take()
      const clause = yield* this.#not()
      this.leave()
      return { kind: 'not', clause, span: this.spanFrom(start) }
    }
    if (!this.isSymbol('(')) {
      yield
      return this.#clause()
    }
    this.enter()
    this.take()
    const clause = yield* this.#or()
    this.takeSymbol(')')
    this.leave()
    return clause
  }

  /** clause := field (comparison | in | is | was | changed) */
  #clause(): TerminalClause {
    this.#count()
    const field = readField(this)
    this.#field = field
    this.#operator = null
    this.expect('operator')
    if (this.isKeyword('WAS')) return this.#was(field)
    if (this.isKeyword('CHANGED')) return this.#changed(field)
    const operator = this.#valueOperator()
    this.#operator = operator
    const operand = readOperand(this)
    const clause: FieldValueClause = { kind: 'value', field, operator, operand, span: this.spanFrom(field.span.start) }
    this.expect('junction')
    return clause
  }

  /** ('=' | '!=' | '<' | '>' | '<=' | '>=' | '~' | '!~' | ['NOT'] 'IN' | 'IS' ['NOT']) operand */
  #valueOperator(): ValueOperator {
    const token = this.peek
    if (token.kind === 'symbol' && COMPARISONS.has(token.text)) return this.take().text as ValueOperator
    if (this.takeKeyword('IN')) return 'IN'
    if (this.takeKeyword('IS')) return this.takeKeyword('NOT') ? 'IS NOT' : 'IS'
    if (this.takeKeyword('NOT')) {
      if (this.takeKeyword('IN')) return 'NOT IN'
      this.fail('JQL_SYMBOL_EXPECTED', { wanted: "'IN'", got: this.got() })
    }
    this.fail('JQL_OPERATOR_EXPECTED', { got: this.got() })
  }

  /** 'WAS' ['NOT'] ['IN'] operand {predicate} */
  #was(field: FieldReference): WasClause {
    this.take()
    const not = this.takeKeyword('NOT') ? ' NOT' : ''
    const operator = `WAS${not}${this.takeKeyword('IN') ? ' IN' : ''}` as WasOperator
    this.#operator = operator
    const operand = readOperand(this)
    const predicates = this.#predicates(WAS_PREDICATES, operator)
    return { kind: 'was', field, operator, operand, predicates, span: this.spanFrom(field.span.start) }
  }

  /** 'CHANGED' {predicate | ('FROM' | 'TO') operand} */
  #changed(field: FieldReference): ChangedClause {
    this.take()
    const predicates = this.#predicates(CHANGED_PREDICATES, 'CHANGED')
    return { kind: 'changed', field, predicates, span: this.spanFrom(field.span.start) }
  }

  /** predicate := ('AFTER' | 'BEFORE' | 'ON' | 'DURING' | 'BY') operand */
  #predicates(allowed: ReadonlySet<string>, operator: string): HistoryPredicate[] {
    const predicates: HistoryPredicate[] = []
    for (;;) {
      this.#operator = operator
      this.expect('junction')
      const { kind, text } = this.peek
      if (kind !== 'keyword' || !allowed.has(text)) return predicates
      if (predicates.length === PREDICATES_LIMIT) this.fail('JQL_TOO_MANY_PREDICATES', { limit: PREDICATES_LIMIT })
      this.take()
      this.#operator = text
      const operand = readOperand(this)
      predicates.push({ keyword: text as PredicateKeyword, operand })
    }
  }

  #orderBy(): JqlSort[] {
    this.take()
    this.#sorting = true
    this.location = 'nothing'
    if (!this.takeKeyword('BY')) this.fail('JQL_SYMBOL_EXPECTED', { wanted: "'BY'", got: this.got() })
    const sorts = [this.#sort()]
    while (this.isSymbol(',')) {
      this.take()
      sorts.push(this.#sort())
    }
    return sorts
  }

  /** sort := field ['ASC' | 'DESC'] */
  #sort(): JqlSort {
    this.#count()
    this.expect('field')
    const field = readField(this)
    this.expect('direction')
    const direction = this.takeKeyword('ASC') ? 'ASC' : this.takeKeyword('DESC') ? 'DESC' : null
    if (direction) this.expect('comma')
    return { field, direction }
  }
}
