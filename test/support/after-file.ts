const cleanups: (() => unknown)[] = []

/** Runs `cleanup` after the tests of the file, also when it is called inside a hook or a test, where `afterAll` is ignored. */
export function afterFile(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

/** Runs the cleanups of a file, the last one first. */
export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}
