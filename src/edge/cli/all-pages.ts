const PAGE_SIZE = 200

/** Reads all pages of a list. */
export async function allPages<T>(
  read: (page: { readonly startIndex: number; readonly pageSize: number }) => Promise<{
    readonly some: readonly T[]
    readonly total: number
  }>,
): Promise<readonly T[]> {
  const all: T[] = []
  for (;;) {
    const { some, total } = await read({ startIndex: all.length, pageSize: PAGE_SIZE })
    all.push(...some)
    if (some.length === 0 || all.length >= total) return all
  }
}
