/** An element of a tracker's list, with an id and a name. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** An issue type. */
export interface IssueType extends Named {
  readonly subtask: boolean
}

/** The issue types of the demo. */
export const types = {
  story: { id: '10200', name: 'Story', subtask: false },
  bug: { id: '10201', name: 'Bug', subtask: false },
  task: { id: '10202', name: 'Task', subtask: false },
  subtask: { id: '10203', name: 'Sub-task', subtask: true },
} as const satisfies Record<string, IssueType>

/** The priorities of the demo, the most urgent first, each with its waiting time relative to Medium. */
export const priorities = [
  { id: '1', name: 'Highest', weight: 4, timeouts: 0.3 },
  { id: '2', name: 'High', weight: 16, timeouts: 0.65 },
  { id: '3', name: 'Medium', weight: 54, timeouts: 1 },
  { id: '4', name: 'Low', weight: 20, timeouts: 1.4 },
  { id: '5', name: 'Lowest', weight: 6, timeouts: 2 },
] as const

/** A priority of the demo. */
export type Priority = (typeof priorities)[number]

/** The resolutions of the demo. */
export const resolutions = {
  done: { id: '10000', name: 'Done' },
  wontDo: { id: '10001', name: "Won't Do" },
  duplicate: { id: '10002', name: 'Duplicate' },
} as const satisfies Record<string, Named>

/** The options of the custom field Team. */
export const teamOptions = {
  checkout: { id: '10301', name: 'Checkout' },
  discovery: { id: '10302', name: 'Discovery' },
  mobile: { id: '10303', name: 'Mobile' },
  platform: { id: '10304', name: 'Platform' },
} as const satisfies Record<string, Named>

/** The only option of the custom field Flagged. */
export const impediment: Named = { id: '10310', name: 'Impediment' }
