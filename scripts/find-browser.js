// Finds Chromium or Chrome for the browser tests, and installs one if there is none: Debian's package if permitted,
// otherwise Playwright's. Prints its path, or one line if there is none.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of a browser: CHROMIUM, one on the PATH, one in a usual location; otherwise `null`. */
export function findBrowser() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap(folder => NAMES.map(name => join(folder, name)))
  const all = [process.env.CHROMIUM, ...onPath, ...PLACES, chromium.executablePath()]
  return all.find(path => path && existsSync(path)) ?? null
}

function run(command, ...words) {
  return spawnSync(command, words, { stdio: 'ignore', timeout: 600_000 }).status === 0
}

function install() {
  const isRoot = process.getuid?.() === 0
  if (isRoot && run('apt-get', '--version')) {
    run('apt-get', 'update')
    // Without the parts for a screen, the same engine needs a quarter less CPU time.
    if (
      ['chromium-headless-shell', 'chromium'].some(name =>
        run('apt-get', 'install', '-y', '--no-install-recommends', name),
      )
    )
      return
  }
  run(
    process.execPath,
    join(import.meta.dirname, '..', 'node_modules', 'playwright-core', 'cli.js'),
    'install',
    'chromium',
    '--only-shell',
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (findBrowser() === null) install()
  const found = findBrowser()
  console.log(
    found === null
      ? 'There is no Chromium or Chrome, and none could be installed: the browser suite is left out.'
      : `The browser suite runs in ${found}.`,
  )
}
