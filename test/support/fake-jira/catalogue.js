// @ts-check

/** @import { Dialect, FakeStatus, Json, Named } from './model.ts' */

/** The ids of the custom fields. */
export const CUSTOM_FIELDS = /** @type {const} */ ({
  sprint: 'customfield_10020',
  storyPoints: 'customfield_10016',
  flagged: 'customfield_10021',
})

/** @type {readonly FakeStatus[]} */
export const STATUSES = [
  { id: '1', name: 'Open', category: 'new' },
  { id: '10001', name: 'Selected for Development', category: 'new' },
  { id: '3', name: 'In Progress', category: 'indeterminate' },
  { id: '10002', name: 'In Review', category: 'indeterminate' },
  { id: '10003', name: 'Waiting for Customer', category: 'indeterminate' },
  { id: '5', name: 'Resolved', category: 'done' },
  { id: '6', name: 'Closed', category: 'done' },
]

/** @type {readonly Named[]} */
export const ISSUE_TYPES = [
  { id: '10004', name: 'Bug' },
  { id: '10001', name: 'Story' },
  { id: '10002', name: 'Task' },
]

/** @type {readonly Named[]} */
export const PRIORITIES = [
  { id: '1', name: 'Highest' },
  { id: '2', name: 'High' },
  { id: '3', name: 'Medium' },
  { id: '4', name: 'Low' },
]

/** @type {readonly Named[]} */
export const RESOLUTIONS = [
  { id: '10000', name: 'Done' },
  { id: '10001', name: "Won't Do" },
]

/** @type {readonly Named[]} */
export const ROLES = [
  { id: '10002', name: 'Administrators' },
  { id: '10100', name: 'Developers' },
]

/** @type {Record<FakeStatus['category'], { id: number, colorName: string, name: string, search: string }>} */
export const CATEGORIES = {
  new: { id: 2, colorName: 'blue-gray', name: 'To Do', search: 'TODO' },
  indeterminate: { id: 4, colorName: 'yellow', name: 'In Progress', search: 'IN_PROGRESS' },
  done: { id: 3, colorName: 'green', name: 'Done', search: 'DONE' },
}

/** The system fields, as `id: [name, type, type of the elements]`. */
const SYSTEM_FIELDS = {
  issuetype: ['Issue Type', 'issuetype'],
  project: ['Project', 'project'],
  summary: ['Summary', 'string'],
  description: ['Description', 'string'],
  status: ['Status', 'status'],
  priority: ['Priority', 'priority'],
  resolution: ['Resolution', 'resolution'],
  assignee: ['Assignee', 'user'],
  reporter: ['Reporter', 'user'],
  creator: ['Creator', 'user'],
  created: ['Created', 'datetime'],
  updated: ['Updated', 'datetime'],
  resolutiondate: ['Resolved', 'datetime'],
  labels: ['Labels', 'array', 'string'],
  fixVersions: ['Fix versions', 'array', 'version'],
  components: ['Components', 'array', 'component'],
  security: ['Security Level', 'securitylevel'],
}

/**
 * Returns the fields of a tracker, as its REST API lists them.
 *
 * @param {Dialect} dialect
 * @returns {Json[]}
 */
export function listedFields(dialect) {
  const system = Object.entries(SYSTEM_FIELDS).map(([id, [name, type, items]]) =>
    listedField(dialect, { id, name: `${name}`, clauseNames: [id.toLowerCase()] }, { type, items, system: id }),
  )
  const custom = [
    {
      id: CUSTOM_FIELDS.sprint,
      name: 'Sprint',
      type: 'array',
      items: 'json',
      custom: 'com.pyxis.greenhopper.jira:gh-sprint',
    },
    { id: CUSTOM_FIELDS.storyPoints, name: 'Story Points', type: 'number', custom: `${CUSTOM_TYPE}:float` },
    {
      id: CUSTOM_FIELDS.flagged,
      name: 'Flagged',
      type: 'array',
      items: 'option',
      custom: `${CUSTOM_TYPE}:multicheckboxes`,
    },
  ].map(({ id, name, type, items, custom: kind }) => {
    const customId = Number(id.slice('customfield_'.length))
    const clauseNames = [`cf[${customId}]`, name]
    return listedField(dialect, { id, name, clauseNames }, { type, items, custom: kind, customId })
  })
  return [...system, ...custom]
}

const CUSTOM_TYPE = 'com.atlassian.jira.plugin.system.customfieldtypes'

/**
 * @param {Dialect} dialect
 * @param {{ id: string, name: string, clauseNames: string[] }} field
 * @param {Json} schema
 * @returns {Json}
 */
function listedField(dialect, { id, name, clauseNames }, schema) {
  return {
    id,
    ...(dialect === 'cloud' && { key: id }),
    name,
    custom: 'custom' in schema,
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames,
    schema: Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)),
  }
}
