import type { FlowParameterName } from './flow-parameters.ts'

/** The parameters of flow measures that select the issues of a team. */
export const teamSelection = [
  ...(['filterType', 'user', 'projectKey', 'jqlFilterID', 'customjql', 'sprintID'] as const),
] as const satisfies readonly FlowParameterName[]

/** The parameters of flow measures that a team has: its issues, and how it measures. Its period is chosen when it is opened. */
export const teamParameters = [
  ...teamSelection,
  ...(['workflow', 'calendar', 'timeZone', 'returns', 'levels', 'tolerance', 'reopenTolerance'] as const),
] as const satisfies readonly FlowParameterName[]
