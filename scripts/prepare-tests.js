// Prepares the tests, with all steps at the same time: builds Sojourn, checks format, lint and types, and finds a browser.

import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Runs a script of package.json. Returns its exit code. */
function runScript(name) {
  return ended(spawn(`npm run --silent ${name}`, { shell: true, stdio: 'inherit' }))
}

function ended(child) {
  return new Promise((resolve, reject) => child.on('error', reject).on('exit', code => resolve(code ?? 1)))
}

const findingBrowser = spawn(process.execPath, [join(import.meta.dirname, 'find-browser.js')], { stdio: 'inherit' })
const codes = await Promise.all([runScript('build'), runScript('check'), ended(findingBrowser)])
process.exitCode = codes.find(code => code !== 0) ?? 0
