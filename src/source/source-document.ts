/** What a search page says about itself; it comes after the issues of the page. */
export interface SearchPage {
  /** The number of the page's first issue, from 0. */
  readonly startAt: number
  /** How many issues are in the page. */
  readonly issues: number
  /** How many issues the search found; `null` where the tracker does not say. */
  readonly total: number | null
  /** Whether the tracker says that another page follows. */
  readonly goesOn: boolean
  /** Whether the page is cut off or broken, so that it has more issues than were read. */
  readonly isCut: boolean
}

/**
 * What stands at one place of an export: an issue as the tracker wrote it, the names of its fields, or why it cannot be
 * read.
 */
export type SourceDocument =
  | {
      /** `line 17`, or `line 1, issue 17` in a document that holds several issues. */
      readonly location: string
      readonly value: unknown
      /** Whether it came out of a search page, whose names follow its issues. */
      readonly inPage: boolean
    }
  | {
      readonly location: string
      /** What people call each field, by field id. */
      readonly names: Readonly<Record<string, string>>
    }
  | {
      readonly location: string
      readonly page: SearchPage
    }
  | {
      readonly location: string
      /** Why nothing can be read here: words for a user, without a full stop. */
      readonly problem: string
    }

/** Where an issue stands: the line on which its document begins and, when that holds several, its number from 1. */
export function placeOf(line: number, issue: number | null): string {
  return issue === null ? `line ${line}` : `line ${line}, issue ${issue}`
}

/** `value` as names of fields: what is not text is left out; `null` when it is no object at all. */
export function namesOf(value: unknown): Readonly<Record<string, string>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

/** Returns what the members of a search page with so many issues say about it. */
export function pageOf(members: Readonly<Record<string, unknown>>, issues: number, isCut = false): SearchPage {
  const { startAt, total, nextPageToken, isLast } = members
  return {
    startAt: typeof startAt === 'number' ? startAt : 0,
    issues,
    total: typeof total === 'number' ? total : null,
    goesOn: isLast !== true && (isLast === false || (typeof nextPageToken === 'string' && nextPageToken !== '')),
    isCut,
  }
}

/**
 * The documents in one parsed value: of a search page its names, its issues, then the page itself; of anything else itself.
 *
 * `first` is the number of the first issue when the value is part of a document of several, else `null`.
 */
export function documentsIn(value: unknown, line: number, first: number | null = null): SourceDocument[] {
  const page = value as { issues?: unknown; names?: unknown } | null
  const isObject = typeof page === 'object' && page !== null && !Array.isArray(page)
  const names = isObject ? namesOf(page.names) : null
  const documents: SourceDocument[] = names ? [{ location: placeOf(line, null), names }] : []
  if (isObject && Array.isArray(page.issues)) {
    const issues = page.issues as readonly unknown[]
    issues.forEach((issue, i) => {
      documents.push({ location: placeOf(line, (first ?? 1) + i), value: issue, inPage: true })
    })
    documents.push({
      location: placeOf(line, null),
      page: pageOf(page as Readonly<Record<string, unknown>>, issues.length),
    })
  } else documents.push({ location: placeOf(line, first), value, inPage: false })
  return documents
}
