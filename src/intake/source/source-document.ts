/** The metadata of a search page. It comes after the issues of the page. */
export interface SearchPage {
  /** The 0-based index of the page's first issue. */
  readonly startAt: number
  /** The number of issues in the page. */
  readonly issues: number
  /** The number of issues that the search found; `null` if the tracker does not report it. */
  readonly total: number | null
  /** Whether the tracker reports that another page follows. */
  readonly hasNextPage: boolean
  /** Whether the page is cut off or broken, so that some of its issues were not read. */
  readonly isTruncated: boolean
}

/** An item of an export: an issue as the tracker wrote it, the names of fields, a search page, or a problem. */
export type SourceDocument =
  | {
      /** `line 17`, or `line 1, issue 17` in a document with several issues. */
      readonly location: string
      readonly value: unknown
      /** Whether it is from a search page. A streamed page has the names of fields after its issues. */
      readonly inPage: boolean
    }
  | {
      readonly location: string
      /** The display name of each field, by field id. */
      readonly names: Readonly<Record<string, string>>
    }
  | {
      readonly location: string
      readonly page: SearchPage
    }
  | {
      readonly location: string
      /** The reason why this cannot be read, as text for users, without a period. */
      readonly problem: string
    }

/** Returns the location of a document: its first line and, in a document with several issues, the 1-based number of one. */
export function locationText(line: number, issue: number | null): string {
  return issue === null ? `line ${line}` : `line ${line}, issue ${issue}`
}

/** Returns the names of fields in `value`, without those that are not text; `null` if it is not an object. */
export function namesOf(value: unknown): Readonly<Record<string, string>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

/** Returns the metadata of a search page from its JSON members and its number of issues. */
export function pageOf(members: Readonly<Record<string, unknown>>, issues: number, isTruncated = false): SearchPage {
  const { startAt, total, nextPageToken, isLast } = members
  return {
    startAt: typeof startAt === 'number' ? startAt : 0,
    issues,
    total: typeof total === 'number' ? total : null,
    hasNextPage: isLast !== true && (isLast === false || (typeof nextPageToken === 'string' && nextPageToken !== '')),
    isTruncated,
  }
}

/**
 * Returns the documents in a parsed value. A search page gives its names, its issues and the page itself; any other value
 * gives itself.
 *
 * `first` is the 1-based number of the first issue if the value is part of a document with several; otherwise `null`.
 */
export function documentsIn(value: unknown, line: number, first: number | null = null): SourceDocument[] {
  const page = value as { issues?: unknown; names?: unknown } | null
  const isObject = typeof page === 'object' && page !== null && !Array.isArray(page)
  const names = isObject ? namesOf(page.names) : null
  const documents: SourceDocument[] = names ? [{ location: locationText(line, null), names }] : []
  if (isObject && Array.isArray(page.issues)) {
    const issues = page.issues as readonly unknown[]
    issues.forEach((issue, i) => {
      documents.push({ location: locationText(line, (first ?? 1) + i), value: issue, inPage: true })
    })
    documents.push({
      location: locationText(line, null),
      page: pageOf(page as Readonly<Record<string, unknown>>, issues.length),
    })
  } else documents.push({ location: locationText(line, first), value, inPage: false })
  return documents
}
