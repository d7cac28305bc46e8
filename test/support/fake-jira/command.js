// @ts-check
import { parseArgs } from 'node:util'
import { SCOPED_TOKEN, startFakeJira, TOKEN } from './start.js'

const HELP = `Usage: node test/support/fake-jira.js [options]

Starts a fake Jira on 127.0.0.1, with generated issues that change when you tell it to. Nothing is stored.

  --port N            the port (default 8081)
  --dialect NAME      'server' (REST API version 2) or 'cloud' (version 3); default 'server'
  --issues N          how many issues to generate (default 2000)
  --projects N        how many projects (default 3)
  --logs A,B          one issue more for each number of log entries, such as 41,101,10001
  --seed N            other issues (default 1)
  --zone ZONE         the time zone of the account (default Europe/Berlin)
  --data DIR          serve the real issues of this folder instead: ../shared/data
  --context-path P    the path below which the tracker is installed, such as /jira
  --changes-every S   make a random change every S seconds
  --help              print this text

Change things while it runs:

  curl -d '{"changeIssue": ["OPS-1", {"status": "In Review", "assignee": "bob"}]}' ADDRESS/_control
  curl -d '{"moveIssue": ["OPS-1", "WEB"]}' ADDRESS/_control
  curl -d '{"deleteIssue": ["OPS-2"]}' ADDRESS/_control
  curl -d '{"renameStatus": ["In Review", "Code review"]}' ADDRESS/_control
  curl -d '{"setBrowse": ["WEB", [{"type": "user", "parameter": "ann"}]]}' ADDRESS/_control
  curl -d '{"fault": {"kind": "rate-limit", "seconds": 20, "times": 3}}' ADDRESS/_control
  curl ADDRESS/_control        lists all actions and faults, and counts requests
`

/**
 * Runs a fake tracker until it is stopped.
 *
 * @param {string[]} args
 */
export async function runFakeJira(args) {
  let values
  try {
    values = parse(args)
  } catch (error) {
    process.stderr.write(`fake-jira: ${error instanceof Error ? error.message : error}. Run with --help for usage.\n`)
    process.exitCode = 2
    return
  }
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const fake = await startFakeJira({
    dialect: values.dialect,
    port: values.port,
    issues: values.issues,
    projects: values.projects,
    logs: values.logs,
    seed: values.seed,
    zone: values.zone,
    contextPath: values.contextPath,
    now: Date.now(),
    isRunning: true,
    ...(values.data !== undefined && { data: values.data }),
  })
  process.stdout.write(welcome(fake, values.dialect))
  if (values.changesEvery > 0) setInterval(() => fake.tracker.makeChanges(1), values.changesEvery * 1000)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => fake.stop().then(() => process.exit(0)))
}

/** @param {string[]} args */
function parse(args) {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '8081' },
      dialect: { type: 'string', default: 'server' },
      issues: { type: 'string', default: '2000' },
      projects: { type: 'string', default: '3' },
      logs: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      zone: { type: 'string', default: 'Europe/Berlin' },
      data: { type: 'string' },
      'context-path': { type: 'string', default: '' },
      'changes-every': { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  })
  const { dialect, zone, data, help } = values
  if (dialect !== 'server' && dialect !== 'cloud')
    throw new Error(`--dialect '${dialect}' is neither 'server' nor 'cloud'`)
  if (!Intl.supportedValuesOf('timeZone').includes(zone) && zone !== 'UTC')
    throw new Error(`--zone '${zone}' is not an IANA time zone`)
  const number = (/** @type {string} */ name, /** @type {string} */ text, minimum = 0) => {
    if (!/^\d+$/.test(text) || Number(text) < minimum) {
      throw new Error(`--${name} '${text}' is not a whole number from ${minimum} up`)
    }
    return Number(text)
  }
  const contextPath = values['context-path']
  if (contextPath !== '' && !/^(\/[\w.-]+)+$/.test(contextPath))
    throw new Error(`--context-path '${contextPath}' is not a path such as /jira`)
  return {
    dialect: /** @type {'server' | 'cloud'} */ (dialect),
    zone,
    help,
    contextPath,
    data,
    port: number('port', values.port),
    issues: number('issues', values.issues),
    projects: number('projects', values.projects, 1),
    logs: values.logs === '' ? [] : values.logs.split(',').map(text => number('logs', text)),
    seed: number('seed', values.seed),
    changesEvery: number('changes-every', values['changes-every']),
  }
}

/**
 * @param {Awaited<ReturnType<typeof startFakeJira>>} fake
 * @param {'server' | 'cloud'} dialect
 */
function welcome({ url, gatewayUrl, tracker }, dialect) {
  const connect = `sojourn connect jira ${url} --name fake --all --permissions account --token-stdin`
  const lines =
    dialect === 'cloud'
      ? [
          `  echo ${TOKEN} | ${connect} --email admin@example.com`,
          '',
          `Through the gateway, ${gatewayUrl}, the scoped token is ${SCOPED_TOKEN}`,
        ]
      : [`  echo ${TOKEN} | ${connect}`]
  return [
    `Fake Jira ${dialect === 'cloud' ? 'Cloud' : 'Server'} with ${tracker.issues.size} issues at ${url}`,
    `The token of the account 'admin' is ${TOKEN}`,
    '',
    ...lines,
    '',
    `See what can be changed while it runs: curl ${url.replace(/^(http:..[^/]+).*/, '$1')}/_control`,
    '',
  ].join('\n')
}
