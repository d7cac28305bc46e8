import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { TestRunner } from 'vitest'

/** How a page differs from the usual one. */
export interface PageOptions extends ContextOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly permissions?: readonly string[]
  /** Whether the panel of all settings is open; by default it is. */
  readonly isPanelOpen?: boolean
  /** A script that runs before those of the page, also after a reload. */
  readonly initScript?: string
  /** Whether the test moves the clock of the page. It cannot be set back, so the page is not used again. */
  readonly hasOwnClock?: boolean
}

/** What a page keeps. A new page takes four times as long to load as one that showed Sojourn before. */
export interface ContextOptions {
  readonly locale?: string
  readonly timezoneId?: string
  readonly hasTouch?: boolean
  readonly isMobile?: boolean
}

/** A page, and what went wrong on it. */
export interface ObservedPage {
  readonly page: Page
  readonly complaints: readonly string[]
}

interface PooledPage {
  readonly kind: string
  readonly page: Page
  readonly complaints: string[]
  /** The server that it shows. */
  base: string
}

let browser: Promise<Browser> | undefined

/** The pages that no test uses now. */
const pool: PooledPage[] = []

/** Returns the Chromium of this worker process, which ends with it. */
export function sharedBrowser(executablePath: string): Promise<Browser> {
  if (browser === undefined) {
    browser = chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--font-render-hinting=slight'],
      handleSIGTERM: false,
    })
    // Vitest ends its workers with this signal. When the process exits, Playwright removes the files of Chromium.
    process.once('SIGTERM', () => process.exit())
  }
  return browser
}

/**
 * Runs `work` on a page that shows nothing of `base` yet, and whose first document of it finds no cookies and an empty
 * storage. Pages are used again, unless `work` fails, or they have a clock of their own.
 */
export async function withPage(
  browser: Browser,
  base: string,
  options: PageOptions,
  work: (observed: ObservedPage) => Promise<void>,
): Promise<void> {
  const pooled = await takePage(browser, base, options)
  try {
    const { initScript, hasOwnClock = false } = options
    if (hasOwnClock) await pooled.page.clock.install()
    const script = initScript === undefined ? null : await pooled.page.addInitScript(initScript)
    await work(pooled)
    await script?.dispose()
    if (hasOwnClock) await pooled.page.context().close()
    else pool.push(pooled)
  } catch (error) {
    await pooled.page.context().close()
    throw error
  }
}

/** Makes the pages of a server leave it, before it stops. */
export async function leaveServer(base: string): Promise<void> {
  const leaving = pool.filter(one => one.base === base)
  for (const one of leaving) one.base = ''
  await Promise.all(leaving.map(({ page }) => page.goto('about:blank')))
}

async function takePage(browser: Browser, base: string, options: PageOptions): Promise<PooledPage> {
  const pooled = await idlePage(browser, options)
  const { page, complaints } = pooled
  const { viewport, colorScheme = 'light', permissions = [], isPanelOpen = true } = options
  const context = page.context()
  context.setDefaultTimeout(timeout())
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await Promise.all(context.pages().map(async other => other === page || (await other.close())))
  await context.setOffline(false)
  await context.clearCookies()
  await context.clearPermissions()
  if (permissions.length > 0) await context.grantPermissions(permissions, { origin: base })
  const size = viewport ?? { width: 1400, height: 900 }
  const current = page.viewportSize()
  if (current?.width !== size.width || current.height !== size.height) await page.setViewportSize(size)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce' })
  await page.mouse.move(0, 0)
  if (pooled.base !== base) {
    pooled.base = base
    // Only navigation from the same server keeps the name of the window.
    await page.goto(`${base}/healthz`)
  }
  await page.evaluate(
    name => {
      window.name = name
    },
    isPanelOpen ? OPEN_PANEL : CLOSED_PANEL,
  )
  complaints.length = 0
  return pooled
}

async function idlePage(
  browser: Browser,
  { locale = 'en-GB', timezoneId = 'UTC', hasTouch = false, isMobile = false }: ContextOptions,
): Promise<PooledPage> {
  const options: BrowserContextOptions = { locale, timezoneId, hasTouch, isMobile, deviceScaleFactor: 1 }
  const kind = JSON.stringify(options)
  const index = pool.findIndex(one => one.kind === kind)
  if (index >= 0) return pool.splice(index, 1)[0]!
  // Without animations, nothing has to be awaited.
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  await context.addInitScript(startDocument, { closed: CLOSED_PANEL, open: OPEN_PANEL })
  const pooled: PooledPage = { base: '', kind, page: await context.newPage(), complaints: [] }
  collectComplaints(pooled)
  return pooled
}

/** The names of a window whose next document starts over, with the panel of all settings closed or open. */
const CLOSED_PANEL = 'sojourn-test: closed panel'
const OPEN_PANEL = 'sojourn-test: open panel'

/**
 * Empties the storage if the name of the window says so: only now has the document of the previous test ended. Reports
 * policy violations as errors.
 */
function startDocument({ closed, open }: { closed: string; open: string }): void {
  const isMarked = () => window.name === closed || window.name === open
  if (isMarked()) {
    localStorage.clear()
    sessionStorage.clear()
    if (window.name === open) localStorage.setItem('sojourn.panel', 'open')
    window.name = ''
  }
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`policy violation: ${effectiveDirective} ${blockedURI}`),
  )
  // The document of the previous test may have unsaved changes, and may not stop the next test.
  addEventListener('beforeunload', event => {
    if (isMarked()) event.stopImmediatePropagation()
  })
}

/** Collects errors of the pages of a context. */
function collectComplaints(pooled: PooledPage): void {
  const { page, complaints } = pooled
  const context = page.context()
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
    if (!url.startsWith(`${pooled.base}/`) && !/^(data|blob):/.test(url))
      complaints.push(`request to another host: ${url}`)
  })
}

/** Returns how long to wait on a page: a bit less than the test may take, so that the error says what was missing. */
export function timeout(): number {
  return 0.9 * (TestRunner.getCurrentTest()?.timeout ?? 120_000)
}
