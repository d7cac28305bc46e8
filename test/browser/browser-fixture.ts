import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.js'
import { leaveServer, type PageOptions, sharedBrowser, withPage } from './browser-pages.ts'
import { openState, type PageState } from './page-states.ts'
import { type RunningServer, sharedDemo } from './servers.ts'

/** A browser, and a running server. */
export interface BrowserFixture<Server extends RunningServer = RunningServer> {
  /** The URL of the server, without a trailing slash. */
  readonly base: string
  readonly server: Server
  /**
   * Opens a page, and runs `work`. It has no cookies, an empty storage, and the panel of all settings. Fails on console
   * errors, policy violations, dialogs, and requests to other hosts.
   */
  readonly visit: (path: string, work: (page: Page) => Promise<void>, options?: VisitOptions) => Promise<void>
  /** Opens a page in a state, and runs `work`, as `visit` does. */
  readonly show: (state: PageState, work: (page: Page) => Promise<void>, options: PageOptions) => Promise<void>
}

/** How a page is opened. */
export interface VisitOptions extends PageOptions {
  /** Prepares the page before it opens: usually by replacing answers of the server. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** The page as it opens for the first time, without the panel of all settings. */
export const FIRST_VISIT: VisitOptions = { isPanelOpen: false }

/** A screen on which the drawer lies over the page. Next to it, all charts are drawn again when it opens or closes. */
export const UNDER_DRAWER = { width: 1100, height: 900 }

/** A phone. */
export const PHONE: VisitOptions = {
  ...FIRST_VISIT,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

/** Runs tests in a real browser on the demo; skips them without a browser. */
export function inBrowser(name: string, work: (world: BrowserFixture) => void): void {
  // The other files of the worker use the same server and pages.
  describeOn(name, sharedDemo, async () => {}, work)
}

/** Runs tests in a real browser on a server, which is stopped after them; skips them without a browser. */
export function inBrowserOn<Server extends RunningServer>(
  name: string,
  start: () => Promise<Server>,
  work: (world: BrowserFixture<Server>) => void,
): void {
  const end = async ({ base, stop }: Server) => {
    await leaveServer(base)
    await stop()
  }
  describeOn(name, start, end, work)
}

function describeOn<Server extends RunningServer>(
  name: string,
  start: () => Promise<Server>,
  end: (server: Server) => Promise<void>,
  work: (world: BrowserFixture<Server>) => void,
): void {
  const path = findBrowser()
  describe.skipIf(path === null)(name, () => {
    let browser: Browser
    let server: Server
    beforeAll(async () => {
      ;[browser, server] = await Promise.all([sharedBrowser(path!), start()])
    })
    afterAll(() => end(server))
    const open = (options: PageOptions, use: (page: Page) => Promise<void>) =>
      withPage(browser, server.base, options, async ({ page, complaints }) => {
        await use(page)
        expect(complaints).toEqual([])
      })
    work({
      get base() {
        return server.base
      },
      get server() {
        return server
      },
      visit: (path, use, { prepare, ...options } = {}) =>
        open(options, async page => {
          await prepare?.(page)
          await page.goto(server.base + path)
          await use(page)
        }),
      show: (state, use, options) =>
        open({ ...options, isPanelOpen: state.hasPanel === true }, async page => {
          await openState(page, server.base, state)
          await use(page)
        }),
    })
  })
}
