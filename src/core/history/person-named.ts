import type { Entity } from './model.ts'

/** A user of the tracker. */
export type PersonEntity = Extract<Entity, { kind: 'person' }>

const ACCOUNT_ID = /^(?:[0-9a-f]{24}|\d+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|qm:.+)$/i

/** Returns whether `id` has a form that only generated user ids of Jira Cloud and Data Center have. */
export function isGeneratedUserId(id: string): boolean {
  return ACCOUNT_ID.test(id) || /^JIRAUSER\d+$/i.test(id)
}

/** Returns the person that a history names by `id`, in its original spelling, and `label`. */
export function personNamed(id: string, label: string, isCloud: boolean): PersonEntity {
  const hasAccount = isCloud || ACCOUNT_ID.test(id)
  return {
    kind: 'person',
    id: id.toLowerCase(),
    name: null,
    key: hasAccount ? null : id,
    accountId: hasAccount ? id : null,
    displayName: label,
    email: null,
    active: true,
    timeZone: null,
  }
}
