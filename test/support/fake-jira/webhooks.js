// @ts-check
import { randomUUID } from 'node:crypto'
import { fieldFilter, Renderer } from './render.js'

/**
 * @import { FakeIssue, Json, LogEntry } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

/**
 * Sends the later changes of a tracker to an address, each once and without waiting for the receiver.
 *
 * @param {FakeTracker} tracker
 * @param {string} address On the loopback interface.
 * @param {string} base The base address of the tracker.
 */
export function sendWebhooks(tracker, address, base) {
  const { hostname } = new URL(address)
  if (hostname !== 'localhost' && hostname !== '[::1]' && !/^127\.\d+\.\d+\.\d+$/.test(hostname)) {
    throw new RangeError(`webhook '${address}' is not on the loopback interface`)
  }
  const render = new Renderer(tracker, { base, apiVersion: '2', zone: 'UTC' })
  tracker.listeners.push((event, issue, entry) => {
    const body = JSON.stringify(webhookBody(tracker, render, { event, issue, entry }))
    const headers = { 'content-type': 'application/json', 'x-atlassian-webhook-identifier': randomUUID() }
    fetch(address, { method: 'POST', body, headers }).catch(error => {
      process.stderr.write(`fake-jira: webhook ${address}: ${error.cause ?? error}\n`)
    })
  })
}

/**
 * @param {FakeTracker} tracker
 * @param {Renderer} render
 * @param {{ event: string, issue: FakeIssue, entry: LogEntry | null }} change
 * @returns {Json}
 */
function webhookBody(tracker, render, { event, issue, entry }) {
  const user = render.person(entry?.author ?? null)
  const written = entry && render.entry(entry)
  return {
    timestamp: tracker.clock.now(),
    webhookEvent: `jira:issue_${event}`,
    ...(event === 'updated' && { issue_event_type_name: 'issue_generic' }),
    ...(user && { user }),
    issue: render.issue(issue, { isWanted: fieldFilter([]), expand: new Set(), logLimit: 0 }),
    ...(written && { changelog: { id: written.id, items: written.items } }),
  }
}
