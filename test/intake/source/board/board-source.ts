import type { IssueHistory } from '../../../../src/core/history/model.ts'
import type { OpenSources, SourceIssue, TrackerLists } from '../../../../src/intake/source/source.ts'

/** A board of another tracker: cards with an id of their own, which move from list to list. */
export interface Board {
  readonly address: string
  readonly cards: Card[]
}

/** A card: the lists it was in, each with the instant at which it came there. */
export interface Card {
  readonly id: string
  readonly number: number
  readonly moves: readonly (readonly [list: string, at: number])[]
}

/** Opens a board as a source. It has no file, so it ignores what else an import is given. */
export function boardSources({ address, cards }: Board): OpenSources {
  const lists: TrackerLists = {
    statuses: [
      { kind: 'status', id: 'later', name: 'Later', category: 'new' },
      { kind: 'status', id: 'now', name: 'Now', category: 'done' },
    ],
    groups: [{ name: 'crew', members: ['ann'] }],
    users: null,
    fields: null,
  }
  const issues = async function* () {
    for (const card of cards) yield { ...issueOf(card), tracker: address }
  }
  return async () => [{ name: 'board', lists, issues: cards.length === 0 ? null : issues }]
}

function issueOf({ id, number, moves }: Card): Extract<SourceIssue, { history: unknown }> {
  const value = (list: string) => ({ id: list, label: list })
  const [, created] = moves[0]!
  const [list, updated] = moves.at(-1)!
  const history: IssueHistory = {
    id,
    key: `CARD-${number}`,
    number,
    project: { id: 'board-1', key: 'CARD', name: 'Cards' },
    created,
    updated,
    resolved: null,
    summary: `Card ${number}`,
    description: null,
    creator: null,
    present: new Map([['status', [value(list)]]]),
    changes: moves.slice(1).map(([to, at], i) => ({
      at,
      entry: String(i),
      author: null,
      field: 'status',
      from: [value(moves[i]![0])],
      to: [value(to)],
    })),
    truncated: false,
    hasLog: true,
    lastEntry: null,
    unreadable: [],
    invalid: [],
    formerKeys: [],
  }
  return { location: `card ${id}`, history, observations: [], multi: new Set() }
}
