/** The part of autocannon that is used here; it has no types of its own. */
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
    readonly timeout: number
    readonly requests: readonly { readonly path: string; readonly headers?: Readonly<Record<string, string>> }[]
  }
  interface Result {
    readonly errors: number
    readonly timeouts: number
  }
  interface Run extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void
  }
  export default function autocannon(options: Options): Run
}
