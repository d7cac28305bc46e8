import type { OpenSources } from './source.ts'

/** Loads a kind of source when it is needed. */
type LoadSources = () => Promise<OpenSources>

/** The formats of exports, by name: a new one is a folder next to this file and a line here. */
export const exportFormats = {
  jira: async () => (await import('./jira/jira-source.ts')).jiraSources,
} as const satisfies Readonly<Record<string, LoadSources>>

/** The sources by kind. */
export const sources = {
  ...exportFormats,
  demo: async () => (await import('./demo/demo-source.ts')).demoSources,
} as const satisfies Readonly<Record<string, LoadSources>>

/** The format of an export. */
export type ExportFormat = keyof typeof exportFormats

/** The format of files whose format is not given. */
export const DEFAULT_FORMAT = Object.keys(exportFormats)[0] as ExportFormat

/** A kind of source. */
export type SourceKind = keyof typeof sources
