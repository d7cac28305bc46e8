import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reportTypes } from '../../src/store/plan/report-types.ts'
import { texts } from '../../src/web/texts/en.ts'
import { testServer } from '../edge/http/test-server.ts'

const page = readFileSync(new URL('../../docs/measures.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')

/** Returns the section of a report, in one line. */
function sectionOf(name: string): string {
  const start = page.indexOf(`(\`${name}\`)`, page.indexOf('# The sixteen reports'))
  expect(start).toBeGreaterThan(0)
  return page.slice(start, page.indexOf(' ## ', start))
}

describe('the help of a report on the page', () => {
  it.each(Object.values(reportTypes).map(type => [type.name, type.page] as const))(
    'has the words of docs/measures.md: %s',
    (name, { question, cell }) => {
      const section = sectionOf(name)
      expect(section).toContain(`*${question}*`)
      // In the document the sentence follows "Cell:" and may continue.
      const words = cell.charAt(0).toLowerCase() + cell.slice(1).replace(/\.$/, '')
      expect(section).toContain(`**Cell**: ${words}`)
    },
  )

  it('says what empty and zero mean', () => {
    expect(page).toContain(texts.shell.help.empty)
  })

  it('has its target in the documentation of the server', async () => {
    const { payload } = await testServer().server.inject('/docs')
    for (const { name } of Object.values(reportTypes)) expect(payload).toContain(`<tr id="${name}">`)
  })
})
