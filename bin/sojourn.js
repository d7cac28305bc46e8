#!/usr/bin/env node
// CommonJS, in syntax that every Node version parses: the size of the thread pool must be set before its first use, and
// an outdated Node should get a message instead of a syntax error.
'use strict'

const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const main = join(__dirname, '..', 'dist', 'main.js')
const [major, minor] = process.versions.node.split('.').map(Number)

function refuse(words) {
  process.stderr.write(`${words}\n`)
  process.exitCode = 1
}

if (major < 20 || (major === 20 && minor < 19)) {
  refuse(`Sojourn needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
} else if (!existsSync(main)) {
  refuse('Sojourn is not built yet: run "npm run build" first.')
} else {
  // Each running query holds a thread of the pool. The queries leave some threads for files and DNS.
  if (!process.env.UV_THREADPOOL_SIZE) process.env.UV_THREADPOOL_SIZE = '16'
  void import(pathToFileURL(main).href).then(({ main }) => main(process.argv.slice(2)))
}
