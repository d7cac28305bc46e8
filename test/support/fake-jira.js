// @ts-check
// A fake Jira for tests, and for trying `sojourn connect` by hand: node test/support/fake-jira.js --help

import { pathToFileURL } from 'node:url'
import { runFakeJira } from './fake-jira/command.js'

export { CLOUD_ID, SCOPED_TOKEN, START, startFakeJira, TOKEN } from './fake-jira/start.js'

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await runFakeJira(process.argv.slice(2))
