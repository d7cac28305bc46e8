import { connectionSettingNames, knownConnectionSettings } from '../src/access/settings/connection-settings.ts'
import {
  defaultSettings,
  knownSettings,
  type SettingName,
  settingNames,
} from '../src/access/settings/known-settings.ts'
import type { SettingSection } from '../src/access/settings/setting-kinds.ts'
import { readSettings } from '../src/access/settings/settings.ts'
import { UTC } from '../src/core/time/zone.ts'
import { settingsLines } from '../src/edge/cli/config-command.ts'

const INTRODUCTION = `# Settings

<!-- Generated from src/access/settings/. Rewrite it with: UPDATE_GOLDEN=1 npx vitest run test/docs -->

An administrator can set each setting in three places. A later place in this list overrides the earlier ones:

1. the file \`sojourn.config.json\` in the current folder, or the file in \`SOJOURN_CONFIG\` or \`--config FILE\`;
2. an environment variable; an empty one counts as not set;
3. a flag of the command. All commands that need a store accept \`--store\` and \`--config\`. \`sojourn serve\`, \`sojourn start\` and
   \`sojourn config\` accept all other flags too.

While a server has the store open, it executes the other commands. Then the server's settings apply, except \`store\`.

\`sojourn config\` shows the effective settings, one per line, and their origin. \`--json\` shows them as JSON:

`

const AFTER_VALUES = `If settings are invalid, a command does nothing and exits with code 2. It lists all errors, each with its origin, its value and
what is allowed. Unknown names in the file are errors, and so are invalid values that are overridden.

`

const EXAMPLE = `An example file. Write numbers without quotes, and everything else in quotes:

\`\`\`json
{
  "store": "/var/lib/sojourn",
  "port": 9000,
  "basePath": "/jira",
  "timeZone": "Europe/Berlin",
  "locale": "de-DE",
  "dateFormat": "dd.MM.yyyy",
  "dateTimeFormat": "dd.MM.yyyy HH:mm"
}
\`\`\`

`

/** The sections in their order: title, and the texts before and after the settings. */
const sections: Readonly<Record<SettingSection, { title: string; before?: string; after?: string }>> = {
  store: { title: 'The store' },
  server: { title: 'The server' },
  lake: {
    title: 'The lake and Trino',
    before: 'See the guides to [publishing](../guides/lake.md) and to [Trino](../guides/trino.md).\n\n',
  },
  access: { title: 'Access' },
  limits: {
    title: 'Limits',
    before: 'The limits apply to requests over HTTP. `sojourn report` has none, except `maxCells`.\n\n',
    after: `Not configurable:

- Aggregations never use more than half of the connections to the store, so lists are answered while aggregations run.
- Users take turns. A user with 40 connections delays another user's list by at most one of their own lists.
- At most as many lists of one user run at once as the machine has CPU cores plus one, but at least two.
- At most 50 aggregations and 200 other requests wait in the queues. One more is a 503 with \`Retry-After\`.
- A request that exceeds \`memoryMb\` while others run is repeated alone before it is refused.
- A client that reads less than 64 kB of a pending answer in 10 seconds is disconnected.
- At most 100 large answers are read at once. One more is a 503.

`,
  },
  dates: { title: 'Dates' },
}

const CONNECTIONS = `## Connections

A connection to a tracker has settings of its own. Set them with \`sojourn connection set NAME everySeconds=600\`, or in the file
under \`connections\` and the name of the connection:

\`\`\`
"connections": {"jira": {"everySeconds": 600, "requestsPerSecond": 10}}
\`\`\`

\`sojourn connection set\` takes precedence over the file, and the file over the defaults. \`sojourn connection set NAME
everySeconds=default\` returns to the file or the default. \`sojourn connections NAME\` shows the settings in effect.

`

/** Returns the text of docs/reference/settings.md, from the definitions of the settings. */
export function settingsReference(): string {
  const given = { file: null, env: { SOJOURN_TIME_ZONE: 'Europe/Berlin' }, flags: { port: '9000' } }
  const values = settingsLines(readSettings({ machineZone: UTC, ...given }))
  const shown = `\`\`\`\n$ SOJOURN_TIME_ZONE=Europe/Berlin sojourn config --port 9000\n${values}\`\`\`\n\n`
  const paragraphs = Object.entries(sections).map(([section, { title, before = '', after = '' }]) => {
    const names = settingNames.filter(name => knownSettings[name].section === section)
    return `## ${title}\n\n${before}${names.map(paragraph).join('')}${after}`
  })
  return [
    INTRODUCTION,
    shown,
    AFTER_VALUES,
    sourcesTable(),
    EXAMPLE,
    ...paragraphs,
    CONNECTIONS,
    connectionsTable(),
  ].join('')
}

function sourcesTable(): string {
  const rows = settingNames.map(name => {
    const { variables, flag } = knownSettings[name]
    return `| ${[code(name), variables.map(code).join(', '), code(flag)].join(' | ')} |\n`
  })
  return `| In the file | Variable | Flag |\n|---|---|---|\n${rows.join('')}\n`
}

function connectionsTable(): string {
  const rows = connectionSettingNames.map(name => {
    const { defaults, reference } = knownConnectionSettings[name]
    return `| ${[code(name), defaults.cloud ?? 'not set', defaults.server ?? 'not set', reference].join(' | ')} |\n`
  })
  return `| Setting | Cloud | Data Center | Meaning |\n|---|---|---|---|\n${rows.join('')}`
}

function paragraph(name: SettingName): string {
  return `${wrapped(`**${name}** ${knownSettings[name].reference} Default: ${defaultText(name)}.`)}\n\n`
}

function defaultText(name: SettingName): string {
  if (name === 'timeZone') return 'the zone of the machine'
  const value = defaultSettings(UTC)[name]
  return value === null ? 'not set' : value === '' ? 'empty' : code(String(value))
}

/** Breaks a paragraph into lines of at most 130 characters. */
function wrapped(text: string): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= 130) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}
