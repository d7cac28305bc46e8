// Runs the built product on its demo, in a browser, for scripts that examine it.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser } from './find-browser.js'

const BIN = join(import.meta.dirname, '..', 'bin', 'sojourn.js')

/**
 * Imports the demo into a temporary store, serves it, and runs `work(browser, base)`, where `base` is the URL without a
 * slash at its end. Chromium gets more arguments through `args`. Throws without a browser or a demo.
 */
export async function withServedDemo(work, args = []) {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error('There is no Chromium or Chrome: run node scripts/find-browser.js.')
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-demo-'))
  const store = join(folder, 'store')
  const { status } = spawnSync(process.execPath, [BIN, 'demo', '--store', store], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The demo could not be loaded.')
  const words = ['serve', '--store', store, '--port', '0', '--time-zone', 'UTC', '--log-level', 'silent']
  const server = spawn(process.execPath, [BIN, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...args] })
  try {
    const base = await new Promise((resolve, reject) => {
      server.stdout.on('data', text => resolve(/http:\/\/[^\s/]+/.exec(String(text))?.[0]))
      server.once('exit', code => reject(new Error(`The server ended with ${code}.`)))
    })
    await work(browser, base)
  } finally {
    await browser.close()
    server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
