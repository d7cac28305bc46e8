import { describe, expect, it } from 'vitest'
import { byRecentWork } from '../../../src/web/shell/by-recent-work.ts'
import { projectScreen } from '../../../src/web/shell/project-screen.ts'

const catalogue = { isDemo: false, lastUpdate: '2026-11-27T08:00:00.000Z' }
const screen = { page: 'team', filterType: 'project', projectKey: 'WEB' }

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

  it('have screens without a date', () => {
    expect(projectScreen({ key: 'WEB' }, catalogue)).toEqual(screen)
  })

  it('have screens as of the end of the demo', () => {
    const demo = { ...catalogue, isDemo: true }
    expect(projectScreen({ key: 'WEB' }, demo)).toEqual({ ...screen, asOf: demo.lastUpdate })
  })
})
