import { describe, expect, it } from 'vitest'
import { byRecentWork } from '../../../src/web/shell/by-recent-work.ts'
import { projectScreen } from '../../../src/web/shell/project-screen.ts'

const NOW = Date.parse('2026-11-27T09:00:00Z')
const catalogue = { isDemo: false, lastUpdate: '2026-11-27T08:00:00.000Z' }
const screen = { page: 'team', filterType: 'project', projectKey: 'WEB' }
const at = (lastUpdate: string | null) => projectScreen({ key: 'WEB', lastUpdate }, catalogue, NOW)

describe('the projects of the start page', () => {
  it('are in the order of their last updates, those without issues last', () => {
    const projects = [
      ['A', null],
      ['B', '2025-01-01T00:00:00.000Z'],
      ['C', '2026-01-01T00:00:00.000Z'],
      ['D', null],
    ].map(([key, lastUpdate]) => ({ key, lastUpdate: lastUpdate ?? null }))
    expect(byRecentWork(projects).map(({ key }) => key)).toEqual(['C', 'B', 'A', 'D'])
  })

  it('have screens as of now', () => {
    expect(at('2026-11-20T09:00:00.000Z')).toEqual(screen)
    expect(at('2026-08-28T09:00:00.000Z')).toEqual(screen)
    expect(at(null)).toEqual(screen)
  })

  it('have screens as of their last change if nothing changed in the whole window', () => {
    const lastUpdate = '2026-08-28T08:59:59.999Z'
    expect(at(lastUpdate)).toEqual({ ...screen, asOf: lastUpdate })
  })

  it('have screens as of the end of the demo', () => {
    const demo = { ...catalogue, isDemo: true }
    const lastUpdate = '2014-01-01T00:00:00.000Z'
    expect(projectScreen({ key: 'WEB', lastUpdate }, demo, NOW)).toEqual({ ...screen, asOf: demo.lastUpdate })
  })
})
