import { demoSources } from './demo/demo-source.ts'
import { jiraSources } from './jira/jira-source.ts'
import type { OpenSources } from './source.ts'

/** The sources by kind: a new one is a folder next to this file and a line here. */
export const sources = {
  demo: demoSources,
  'jira-export': jiraSources,
} as const satisfies Readonly<Record<string, OpenSources>>

/** A kind of source. */
export type SourceKind = keyof typeof sources
