// @ts-check
import { HttpError, ok } from './answers.js'
import { FAULT_KINDS } from './fault-kinds.js'

/**
 * @import { Answer, Json } from './model.ts'
 * @import { FaultScript } from './fault-script.js'
 * @import { RequestLog } from './request-log.js'
 * @import { FakeTracker } from './tracker.js'
 */

/** The methods of the tracker that the control API calls. */
const METHODS = /** @type {const} */ ([
  'createIssue',
  'changeIssue',
  'commentIssue',
  'moveIssue',
  'deleteIssue',
  'archiveIssue',
  'restoreIssue',
  'setSecurity',
  'renameStatus',
  'addStatus',
  'addProject',
  'renameProject',
  'archiveProject',
  'setBrowse',
  'setRole',
  'renameField',
  'addUser',
  'changeUser',
  'setGroup',
  'setApplicationRole',
  'addSecurityLevel',
  'setSecurityMembers',
  'addFilter',
  'changeFilter',
  'deleteFilter',
  'addBoard',
  'addSprint',
  'changeSprint',
  'addVersion',
  'changeVersion',
  'addComponent',
  'makeChanges',
])

/**
 * @typedef {object} Controlled
 * @property {FakeTracker} tracker
 * @property {FaultScript} faults
 * @property {RequestLog} requests
 * @property {(endpoint: string, status?: number) => void} switchOff
 * @property {(endpoint: string) => void} switchOn
 * @property {(address: string) => void} webhook Sends later changes to an address.
 */

/**
 * Runs the actions of a control request, in their order: each key names an action, each value has its arguments.
 *
 * `{"changeIssue": ["OPS-1", {"status": "Closed"}], "advance": [60000]}`. Several requests of one kind are an array of
 * such objects. A fault of the kind `write` has the actions of users in `actions`.
 *
 * @param {Controlled} controlled
 * @param {Json} body
 * @returns {Answer}
 */
export function control(controlled, body) {
  const steps = Array.isArray(body) ? body : [body]
  try {
    const results = steps.flatMap(step =>
      Object.entries(step).map(([name, value]) => runAction(controlled, name, Array.isArray(value) ? value : [value])),
    )
    return ok({ results: results.map(result => result ?? null) })
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(400, error.message)
    throw error
  }
}

/**
 * @param {Controlled} controlled
 * @param {string} name
 * @param {unknown[]} values
 * @returns {unknown}
 */
function runAction(controlled, name, values) {
  const actions = actionsOf(controlled)
  const action = actions[name]
  if (!action) throw new RangeError(`unknown action '${name}': use ${Object.keys(actions).join(', ')}`)
  return action(.../** @type {never[]} */ (values))
}

/**
 * @param {Controlled} controlled
 * @returns {Record<string, (...values: never[]) => unknown>}
 */
function actionsOf(controlled) {
  const { tracker, faults, requests, switchOff, switchOn, webhook } = controlled
  return {
    ...Object.fromEntries(METHODS.map(method => [method, tracker[method].bind(tracker)])),
    advance: tracker.clock.advance,
    setClock: tracker.clock.set,
    lag: (/** @type {number} */ ms) => {
      tracker.index.lagMs = ms
    },
    fault: (/** @type {Json} */ { actions, ...options }) =>
      faults.add({
        .../** @type {Parameters<FaultScript['add']>[0]} */ (options),
        ...(actions && { act: () => void control(controlled, actions) }),
      }),
    clearFaults: () => faults.clear(),
    clearRequests: () => requests.clear(),
    switchOff,
    switchOn,
    webhook,
  }
}

/**
 * Answers what the fake tracker has and was asked.
 *
 * @param {Controlled} controlled
 * @returns {Answer}
 */
export function state(controlled) {
  const { tracker, faults, requests } = controlled
  return ok({
    now: new Date(tracker.clock.now()).toISOString(),
    issues: tracker.issues.size,
    projects: [...tracker.projects.values()].map(({ id, key, name }) => ({ id, key, name })),
    statuses: [...tracker.statuses.values()].map(({ name }) => name),
    users: [...tracker.users.values()].map(({ login }) => login),
    requests: { count: requests.count, byEndpoint: requests.byEndpoint() },
    faults: faults.list,
    actions: Object.keys(actionsOf(controlled)),
    faultKinds: Object.fromEntries(Object.entries(FAULT_KINDS).map(([name, { about }]) => [name, about])),
  })
}
