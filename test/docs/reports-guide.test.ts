import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { isUserError } from '../../src/core/base/errors.ts'
import { reportBody, textOf } from '../../src/reports/report/report-body.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { demoStore } from '../support/demo-store.ts'
import { expectGolden } from '../support/golden.ts'
import { reportTable } from '../support/run-reports.ts'
import { type RequestedReport, requestedReports } from '../support/shell-commands.ts'

const file = new URL('../../docs/guides/reports.md', import.meta.url)
const page = readFileSync(file, 'utf8')

/** The code blocks of the page, each with its heading, its text and its start. */
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(found => ({
  section: [...page.slice(0, found.index).matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? '',
  kind: found[1]!,
  text: found[2]!,
}))

const recipes = blocks.flatMap((block, i) => {
  const reports = block.kind === 'sh' ? requestedReports(block.text) : []
  return reports.length > 0 ? [{ section: block.section, reports, output: blocks[i + 1] }] : []
})

describe('docs/guides/reports.md', () => {
  let store: Store
  beforeAll(async () => {
    store = await demoStore()
  })

  async function answer({ endpoint, parameters }: RequestedReport): Promise<string> {
    const query = new URLSearchParams()
    for (const [name, value] of parameters) query.append(name, value)
    try {
      const table = await reportTable(store, endpoint, String(query))
      expect(table.plan.warnings).toEqual([])
      return (await textOf(await reportBody(table, 'guide'))).replaceAll('\r\n', '\n')
    } catch (error) {
      if (isUserError(error, 'REPORT_INVALID')) return `${error.message}\n`
      throw error
    }
  }

  it('requests the same report by curl and by the command line', () => {
    for (const { section, reports } of recipes) {
      const [curl, sojourn] = ['curl', 'sojourn'].map(tool => reports.find(report => report.tool === tool))
      expect(curl, section).toBeDefined()
      expect(sojourn, section).toBeDefined()
      expect({ ...sojourn, tool: 'curl' }, section).toEqual(curl)
    }
  })

  it('has eleven recipes', () => {
    expect(recipes.filter(({ section }) => /^\d+\. /.test(section))).toHaveLength(11)
  })

  it('shows the output of each of its commands', async () => {
    let updated = page
    for (const { section, reports, output } of recipes) {
      expect(['csv', 'text'], section).toContain(output?.kind)
      const text = await answer(reports[0]!)
      updated = updated.replace(
        `\`\`\`${output!.kind}\n${output!.text}\`\`\``,
        () => `\`\`\`${output!.kind}\n${text}\`\`\``,
      )
    }
    expectGolden(file, updated)
  })
})
