import { openJira } from './jira/live/open-jira.ts'
import type { OpenTracker } from './tracker.ts'

/** The live trackers by kind: a new one is a folder next to this file and a line here. */
export const trackers = {
  jira: openJira,
} as const satisfies Readonly<Record<string, OpenTracker>>

/** A kind of live tracker. */
export type TrackerKind = keyof typeof trackers
