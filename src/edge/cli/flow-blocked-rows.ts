import type { FlowAnswers } from '../../app/operations/flow.ts'
import type { TimeFormat } from './flow-cells.ts'
import type { Rows } from './in-columns.ts'
import { shortened } from './terminal-text.ts'

type Answer = FlowAnswers['blocked']
type Totals = Answer['reasons'][number]['now']

/** The widest name of a reason. */
const NAME_WIDTH = 24

/** Returns what blocked the finished issues, and, after an empty row, those that are blocked now. */
export function blockedRows({ reasons, union, sum, blockedNow }: Answer, time: TimeFormat): Rows {
  if (union === null) return [['BLOCKED BY', 'ISSUES', 'EPISODES', 'TIME', 'LONGEST']]
  const cells = ({ issues, episodes, ...times }: Totals) => [
    ...[String(issues), String(episodes), time(times.time), time(times.longest)],
  ]
  const table = (of: 'finished' | 'now') => [
    ...reasons.map(one => [nameOf(one), ...cells(one[of])]),
    ['all at once', ...cells(union[of])],
    ['sum', '', String(sum![of].episodes), time(sum![of].time), ''],
  ]
  const blocking = ['', ...reasons.map(({ blocksNow }) => blocksNow.count), blockedNow!.count, ''].map(String)
  return [
    ['FINISHED, BLOCKED BY', 'ISSUES', 'EPISODES', 'TIME', 'LONGEST'],
    ...table('finished'),
    [],
    ...[['BLOCKED NOW, BY', 'ISSUES', 'EPISODES', 'TIME', 'LONGEST'], ...table('now')].map((row, i) => [
      ...[row[0]!, i === 0 ? 'NOW' : blocking[i]!, ...row.slice(1)],
    ]),
  ]
}

function nameOf({ kind, field, name }: Answer['reasons'][number]): string {
  return shortened(kind === 'field' ? `${field}: ${name}` : `${kind} ${name}`, NAME_WIDTH)
}
