/** A hidden element. */
export interface Named {
  readonly what: string
  /** One of its names. */
  readonly hidden: string
  /** A text of the same length that names nothing. */
  readonly nothing: string
}

/** All names and ids of the hidden issues and their project. */
export const NAMES: readonly Named[] = Object.entries({
  project: 'ZQXHID',
  'id of the project': '9753100',
  'name of the project': 'Zqx Canary Works',
  issue: 'ZQXHID-1',
  'issue of a moved one': 'ZQXHID-5',
  'issue with a security level': 'OPN-975311',
  'id of an issue': '9753171',
  status: 'Zqx Vault',
  'id of a status': '9753110',
  'unlisted status': 'Zqx Gone',
  'id of an unlisted status': '9753111',
  login: 'zqxlogin',
  'display name': 'Zqx Person',
  'key of a user': 'ZQXKEY9753120',
  'e-mail address': 'zqxmail@example.org',
  'author of changes': 'zqxauthor',
  group: 'zqx-staff',
  field: 'Zqx Clearance',
  'id of a field': 'customfield_9753130',
  'field of text': 'Zqx Story',
  option: 'Zqx Tier',
  label: 'zqxlabel',
  version: 'Zqx 1.0',
  'id of a version': '9753140',
  component: 'Zqx Engine',
  sprint: 'Zqx Sprint',
  'id of a sprint': '9753150',
  resolution: 'Zqx Declined',
  priority: 'Zqx Urgent',
  type: 'Zqx Incident',
  'saved query': 'zqx 1',
  'id of a saved query': '9753160',
}).map(([what, hidden]) => ({ what, hidden, nothing: nothingLike(hidden) }))

/** Names of visible things. */
export const VISIBLE = ['OPN', 'OPN-1', 'PUB-7', 'Open', 'ann', 'builders', 'Tier', 'dock', '1.0', 'Quay', '1']

/** Replaces the characters with others of the same kinds, so that the text names nothing. */
function nothingLike(name: string): string {
  const others: Readonly<Record<string, string>> = { z: 'w', q: 'v', x: 'k', Z: 'W', Q: 'V', X: 'K' }
  return name.replace(/zqx/gi, letters => letters.replace(/./g, letter => others[letter]!)).replace(/97531/g, '86420')
}
