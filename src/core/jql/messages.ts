import { didYouMean } from '../base/did-you-mean.ts'

const VALUE_OPERATORS =
  "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'."

const DATE_FORMATS =
  "Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'."

const inQuery = (text: string) => `Error in the JQL Query: ${text}`
const inOperand = (text: string) => `Error in JQL Query: ${text}`
const because = (reason: string | null) => (reason === null ? '' : ` (${reason})`)

/**
 * The messages of all errors in queries, by code.
 *
 * Codes are public: they are added, never renamed or reused. `got` is `null` at the end of the query. The messages are
 * those of Jira, followed by our additions.
 */
export const jqlMessages = {
  JQL_TOO_LONG: (e: { length: number; limit: number }) =>
    inQuery(`It has ${e.length} characters. At most ${e.limit} are allowed.`),
  JQL_TOO_DEEP: (e: { limit: number }) => inQuery(`It is nested more than ${e.limit} levels deep.`),
  JQL_TOO_MANY_VALUES: (e: { limit: number; location: 'A list' | 'The query' }) =>
    inQuery(`${e.location} has more than ${e.limit} values.`),
  JQL_TOO_MANY_SEARCHES: (e: { searches: number; limit: number }) =>
    `The query needs ${e.searches} searches of texts, histories and values that are not stored with their issue. At most ${e.limit} are allowed. Use IN (...) to search for many values at once.`,
  JQL_TOO_MANY_CLAUSES: (e: { limit: number }) =>
    inQuery(`With its saved filters it has more than ${e.limit} clauses.`),
  JQL_TOO_MANY_PREDICATES: (e: { limit: number }) => inQuery(`A clause has more than ${e.limit} predicates.`),

  JQL_CHARACTER_RESERVED: (e: { character: string; escape: string }) =>
    inQuery(
      `The character '${e.character}' is a reserved JQL character. You must enclose it in a string or use the escape '${e.escape}' instead.`,
    ),
  JQL_CHARACTER_ILLEGAL: (e: { escape: string }) =>
    inQuery(`A control character is not allowed here. Use the escape '${e.escape}' instead.`),
  JQL_ESCAPE_ILLEGAL: (e: { escape: string }) =>
    inQuery(
      `'${e.escape}' is an illegal JQL escape sequence. The valid escape sequences are \\', \\", \\t, \\n, \\r, \\\\, '\\ ' and \\uXXXX.`,
    ),
  JQL_STRING_UNFINISHED: (e: { text: string }) => inQuery(`The quoted string '${e.text}' has not been completed.`),
  JQL_WORD_RESERVED: (e: { word: string }) =>
    inQuery(`'${e.word}' is a reserved JQL word. You must surround it in quotation marks to use it in a query.`),

  JQL_FIELD_EXPECTED: (e: { got: string | null }) =>
    inQuery(
      e.got === null
        ? 'Expecting a field name at the end of the query.'
        : `Expecting a field name but got '${e.got}'. You must surround '${e.got}' in quotation marks to use it as a field name.`,
    ),
  JQL_OPERATOR_EXPECTED: (e: { got: string | null }) =>
    inQuery(
      e.got === null
        ? `Expecting operator before the end of the query. ${VALUE_OPERATORS}`
        : `Expecting operator but got '${e.got}'. ${VALUE_OPERATORS}`,
    ),
  JQL_OPERAND_EXPECTED: (e: { got: string | null }) =>
    inOperand(
      e.got === null
        ? 'Expecting either a value, list or function before the end of the query.'
        : `Expecting either a value, list or function but got '${e.got}'. You must surround '${e.got}' in quotation marks to use it as a value.`,
    ),
  JQL_ARGUMENT_EXPECTED: (e: { got: string | null }) =>
    inQuery(
      e.got === null
        ? 'Expecting a function argument before the end of the query.'
        : `Expecting a function argument but got '${e.got}'. You must surround '${e.got}' in quotation marks to use it as an argument.`,
    ),
  JQL_JUNCTION_EXPECTED: (e: { got: string }) => inQuery(`Expecting either 'OR' or 'AND' but got '${e.got}'.`),
  JQL_SYMBOL_EXPECTED: (e: { wanted: string; got: string | null }) =>
    inQuery(
      e.got === null
        ? `Expecting ${e.wanted} before the end of the query.`
        : `Expecting ${e.wanted} but got '${e.got}'.`,
    ),
  JQL_CUSTOM_FIELD_EXPECTED: (e: { got: string | null }) =>
    inQuery(
      e.got === null
        ? "Expecting a custom field id enclosed by '[ ]' after 'cf' before the end of the query."
        : `Expecting a custom field id enclosed by '[ ]' after 'cf' but got '${e.got}'.`,
    ),
  JQL_PROPERTY_EXPECTED: (e: { got: string | null }) =>
    inQuery(
      e.got === null ? 'Expecting a property before the end of the query.' : `Expecting a property but got '${e.got}'.`,
    ),

  JQL_FIELD_UNKNOWN: (e: { field: string; near: readonly string[]; reason: string | null }) =>
    `Field '${e.field}' does not exist or you do not have permission to view it.${because(e.reason)}${didYouMean(e.near)}`,
  JQL_OPERATOR_UNSUPPORTED: (e: { operator: string; field: string; allowed: readonly string[] }) =>
    `The operator '${e.operator}' is not supported by the '${e.field}' field.${
      e.allowed.length === 0 ? '' : ` It supports ${e.allowed.join(', ')}.`
    }`,
  JQL_LIST_NEEDED: (e: { operator: string; value: string; field: string }) =>
    `Operator '${e.operator}' does not support the non-list value '${e.value}' for field '${e.field}'.`,
  JQL_LIST_UNSUPPORTED: (e: { operator: string; value: string; field: string }) =>
    `Operator '${e.operator}' does not support the list value '${e.value}' for field '${e.field}'.`,
  JQL_EMPTY_NEEDED: (e: { operator: string; value: string; field: string }) =>
    `Operator '${e.operator}' does not support the value '${e.value}' for field '${e.field}'. It supports EMPTY and NULL only.`,
  JQL_EMPTY_UNSUPPORTED: (e: { operator: string; field: string }) =>
    `Operator '${e.operator}' does not support the empty value for field '${e.field}'.`,
  JQL_VALUE_UNKNOWN: (e: { value: string; field: string; near: readonly string[] }) =>
    `The value '${e.value}' does not exist for the field '${e.field}'.${didYouMean(e.near)}`,
  JQL_VALUE_ID_UNKNOWN: (e: { id: string; field: string }) =>
    `A value with ID '${e.id}' does not exist for the field '${e.field}'.`,
  JQL_ISSUE_UNKNOWN: (e: { key: string; field: string }) =>
    `An issue with key '${e.key}' does not exist for field '${e.field}'.`,
  JQL_ISSUE_KEY_INVALID: (e: { key: string; field: string }) =>
    `The issue key '${e.key}' for field '${e.field}' is invalid.`,
  JQL_DATE_INVALID: (e: { value: string; field: string }) =>
    `Date value '${e.value}' for field '${e.field}' is invalid. ${DATE_FORMATS}`,
  JQL_PERIOD_NEEDED: (e: { value: string; field: string }) =>
    `DURING needs a list of two dates, such as ("2024-01-01", "2024-03-31"); '${e.value}' for field '${e.field}' is not.`,
  JQL_NUMBER_INVALID: (e: { value: string; field: string }) =>
    `The value '${e.value}' for field '${e.field}' is invalid. A number is needed.`,
  JQL_DURATION_INVALID: (e: { value: string; field: string }) =>
    `The value '${e.value}' for field '${e.field}' is invalid. A length of time is needed, such as '4h' or '1w 2d'; a number alone is minutes.`,
  JQL_TEXT_INVALID: (e: { text: string; field: string }) =>
    `Unable to parse the text '${e.text}' for field '${e.field}'.`,
  JQL_TEXT_EMPTY: (e: { field: string }) => `The field '${e.field}' does not support searching for an empty string.`,
  JQL_TEXT_TOO_LONG: (e: { field: string; limit: number; length: number }) =>
    `The text for field '${e.field}' has more than ${e.limit} words, or more than ${e.length} characters.`,
  JQL_HISTORY_UNSUPPORTED: (e: { field: string }) => `History searches do not support the '${e.field}' field.`,
  JQL_SORT_UNSUPPORTED: (e: { field: string; near: readonly string[]; reason: string | null }) =>
    `Not able to sort using field '${e.field}'.${because(e.reason)}${didYouMean(e.near)}`,

  JQL_FUNCTION_UNKNOWN: (e: { call: string; near: readonly string[]; reason: string | null }) =>
    `Unable to find JQL function '${e.call}'.${because(e.reason)}${didYouMean(e.near)}`,
  JQL_FUNCTION_INVALID: (e: { function: string; field: string }) =>
    `A value provided by the function '${e.function}' is invalid for the field '${e.field}'.`,
  JQL_FUNCTION_NEEDS_IN: (e: { function: string; operator: string }) =>
    `Function '${e.function}' returns a list of values: use it with IN or NOT IN, not with '${e.operator}'.`,
  JQL_ARGUMENT_COUNT: (e: { function: string; expected: string; received: number }) =>
    `Function '${e.function}' expected '${e.expected}' arguments but received '${e.received}'.`,
  JQL_ARGUMENT_INVALID: (e: { function: string; argument: string; expected: string; near: readonly string[] }) =>
    `Function '${e.function}' can not use '${e.argument}': it is not ${e.expected}.${didYouMean(e.near)}`,
  JQL_GROUP_UNKNOWN: (e: { function: string; group: string; near: readonly string[] }) =>
    `Function '${e.function}' can not generate a list of usernames for group '${e.group}'; the group does not exist.${didYouMean(e.near)}`,
  JQL_INCREMENT_INVALID: (e: { function: string; increment: string }) =>
    `The increment '${e.increment}' of function '${e.function}' is invalid. The format is (+/-)nn(y|M|w|d|h|m), e.g. '-1M' for a month earlier.`,

  JQL_FILTER_CYCLE: (e: { names: readonly string[] }) =>
    `The saved filters use each other in a circle: ${e.names.map(name => `'${name}'`).join(' -> ')}.`,
  JQL_FILTER_INVALID: (e: { filter: string; message: string }) =>
    `The saved filter '${e.filter}' can not be used: ${e.message}`,
} as const

/** The code of an error in a query. */
export type JqlCode = keyof typeof jqlMessages

/** The parameters of the message of a code. */
export type JqlParameters<C extends JqlCode> = Parameters<(typeof jqlMessages)[C]>[0]
