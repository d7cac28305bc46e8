import type { Cells, Stays } from './kernel.ts'

/** Throws unless the sums of a report by project and status equal those of the kernel, to the millisecond. */
export function checkSums(json: string, { projects, statuses }: Stays, { seconds, millis }: Cells): void {
  const { table } = JSON.parse(json) as {
    table: { body: { rows: { groupByColumns: { value: string }[]; valueColumns: { id: string; raw?: string }[] }[] } }
  }
  let cells = 0
  for (const { groupByColumns, valueColumns } of table.body.rows) {
    const project = projects.indexOf(groupByColumns[0]!.value)
    for (const { id, raw } of valueColumns) {
      if (raw === undefined) continue
      const cell = project * statuses.length + statuses.indexOf(id)
      const sum = BigInt(seconds[cell]!) * 1000n + BigInt(millis[cell]!)
      if (BigInt(raw) !== sum) throw new Error(`${groupByColumns[0]!.value}, ${id}: ${raw} is not ${sum}`)
      cells++
    }
  }
  const expected = seconds.filter((whole, i) => whole > 0 || millis[i]! > 0).length
  if (cells < expected) throw new Error(`${cells} cells, but the kernel has ${expected}`)
  console.log(`${cells} cells equal the kernel's sums`)
}
