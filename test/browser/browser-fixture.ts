import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.js'
import { contextFor, openState, type PageState } from './page-states.ts'

const BIN = join(import.meta.dirname, '..', '..', 'bin', 'sojourn.js')

/** A browser, and a running server. */
export interface BrowserFixture {
  /** The URL of the server, without a trailing slash. */
  readonly base: string
  /**
   * Opens a page in a new context, with all settings in the panel, and runs `work`. Fails on console errors, policy violations, dialogs, and requests to
   * other hosts.
   */
  readonly visit: (path: string, work: (page: Page) => Promise<void>, options?: BrowserContextOptions) => Promise<void>
  /** Opens a page in a state, and runs `work`, as `visit` does. */
  readonly show: (
    state: PageState,
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions,
  ) => Promise<void>
  /** Runs a command of the product on the same store; returns its output. */
  readonly command: (...args: readonly string[]) => Promise<string>
}

/** The page as it opens for the first time, without the panel of all settings. */
export const FIRST_VISIT: BrowserContextOptions = { storageState: { cookies: [], origins: [] } }

/** The commands that fill the store, and the options of the server. */
export interface FixtureOptions {
  readonly fill?: readonly (readonly string[])[]
  readonly serve?: readonly string[]
}

/** Runs tests in a real browser on the demo, or on what the options say; skips them without a browser. */
export function inBrowser(
  name: string,
  work: (world: BrowserFixture) => void,
  { fill = [['demo']], serve: args = [] }: FixtureOptions = {},
): void {
  const path = findBrowser()
  describe.skipIf(path === null)(name, () => {
    const store = join(mkdtempSync(join(tmpdir(), 'sojourn-browser-')), 'store')
    const made: { browser?: Browser; server?: ChildProcess; base?: string } = {}
    beforeAll(async () => {
      for (const one of fill) await command(store, ...one)
      const [browser, served] = await Promise.all([
        chromium.launch({ executablePath: path!, args: ['--no-sandbox'] }),
        serve(store, args),
      ])
      Object.assign(made, { browser }, served)
    }, 180_000)
    afterAll(async () => {
      await made.browser?.close()
      made.server?.kill('SIGTERM')
      rmSync(join(store, '..'), { recursive: true, force: true })
    })
    work({
      get base() {
        return made.base!
      },
      visit: (path, work, options) =>
        visit(
          made.browser!,
          made.base!,
          async page => {
            await page.goto(made.base! + path)
            await work(page)
          },
          options,
        ),
      show: (state, work, options) =>
        visit(
          made.browser!,
          made.base!,
          async page => {
            await openState(page, made.base!, state)
            await work(page)
          },
          { ...contextFor(state, made.base!), ...options },
        ),
      command: (...args) => command(store, ...args),
    })
  })
}

async function visit(
  browser: Browser,
  base: string,
  work: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Without animations, nothing has to be awaited.
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [{ origin: base, localStorage: [{ name: 'sojourn.panel', value: 'open' }] }],
    },
    ...options,
  })
  try {
    const complaints = await complaintsOf(context, base)
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    await work(page)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

/** Collects errors of the pages of a context. */
async function complaintsOf(context: BrowserContext, base: string): Promise<readonly string[]> {
  const complaints: string[] = []
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`policy violation: ${effectiveDirective} ${blockedURI}`),
    ),
  )
  context.on('weberror', error => complaints.push(`uncaught: ${error.error().message}`))
  context.on('console', message => {
    // Chromium logs each error response; a page cannot prevent it.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) complaints.push(`console: ${message.text()}`)
  })
  context.on('dialog', dialog => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', request => {
    const url = request.url()
    if (!url.startsWith(`${base}/`) && !/^(data|blob):/.test(url)) complaints.push(`request to another host: ${url}`)
  })
  return complaints
}

function serve(store: string, args: readonly string[]): Promise<{ server: ChildProcess; base: string }> {
  const all = [BIN, 'serve', '--store', store, '--port', '0', '--time-zone', 'UTC', '--log-level', 'silent', ...args]
  const server = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (text: Buffer) => {
      output += text
      const [base] = /http:\/\/[^\s/]+/.exec(output) ?? []
      if (base) resolve({ server, base })
    })
    server.once('exit', code => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
}

function command(store: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [BIN, ...args, '--store', store], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    out += text
  })
  child.stderr.on('data', (text: Buffer) => {
    err += text
  })
  return new Promise((resolve, reject) => {
    child.once('exit', code => (code === 0 ? resolve(out) : reject(new Error(`${args.join(' ')}: ${err}`))))
  })
}
