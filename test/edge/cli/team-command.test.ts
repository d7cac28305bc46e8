import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { commandsOnCopies } from './commands-on-copies.ts'

/** The id of a private team of ann. */
const {
  saved: ofAnn,
  pathOf,
  sojourn,
} = commandsOnCopies(async ({ teams }) => {
  const parameters = [{ name: 'filterType', value: 'project' }].concat({ name: 'projectKey', value: 'WEB' })
  return (await teams.save('Ours', { name: 'Ours', parameters }, { caller: { ...LOCAL_CALLER, login: 'ann' } })).team.id
})

const SAVED = '2024-03-10T00:00:00.000Z'

const WEB = ['filterType=project', 'projectKey=WEB']

const listed = async () => JSON.parse((await sojourn('team', 'list', '--json')).out)

describe('sojourn team set', () => {
  it('saves a team for everyone, and replaces the one with its name', async () => {
    const first = await sojourn('team', 'set', 'Web team', ...WEB, 'calendar=normalHours')
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^Added team Web team \(id \w{10}\)\.\n$/) })
    const again = await sojourn('team', 'set', 'Web team', ...WEB, 'returns=keep')
    expect(again.out).toBe(first.out.replace('Added', 'Saved'))
    const { out } = await sojourn('team', 'list')
    const rows = out
      .trimEnd()
      .split('\n')
      .map(line => line.split(/ {2,}/))
    expect(rows).toEqual([
      [ofAnn(), 'Ours', 'ann', 'private', SAVED],
      [expect.any(String), 'Web team', '-', 'everyone', SAVED],
    ])
    const shown = JSON.parse((await sojourn('team', 'show', 'Web team')).out)
    expect(shown.parameters.at(-1)).toEqual({ name: 'returns', value: 'keep' })
  })

  it('takes the workflow of a file', async () => {
    const stages = [
      { name: 'Work', kind: 'active', statuses: ['Doing'] },
      { name: 'Done', kind: 'done', statuses: ['Done'] },
    ]
    const file = pathOf('workflow.json')
    writeFileSync(file, JSON.stringify({ name: 'Two stages', stages }))
    const { code, out } = await sojourn('team', 'set', 'Web', ...WEB, '--workflow', file, '--json')
    expect([code, JSON.parse(out)]).toEqual([0, { id: expect.any(String) }])
    const { parameters } = (await listed()).at(-1)
    expect(JSON.parse(parameters.at(-1).value)).toMatchObject({ name: 'Two stages' })
    writeFileSync(file, '{')
    const wrong = await sojourn('team', 'set', 'Web', ...WEB, '--workflow', file)
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('workflow.json is not JSON')])
  })

  it('says all mistakes, and saves nothing', async () => {
    const { code, err } = await sojourn('team', 'set', 'Web', 'filterType=project', 'projectKey=NO', 'from=-90d')
    expect([code, err]).toEqual([2, expect.stringMatching(/'from', which a team does not have[\s\S]*projectKey/)])
    expect(await listed()).toHaveLength(1)
  })
})

describe('sojourn team remove', () => {
  it('removes the team of any user by its id or name, after a confirmation', async () => {
    await sojourn('team', 'set', 'Web', ...WEB)
    expect(await sojourn('team', 'remove', 'Web')).toMatchObject({ code: 1 })
    expect(await sojourn('team', 'remove', 'Web', '--yes')).toMatchObject({ code: 0 })
    expect((await sojourn('team', 'remove', ofAnn(), '--yes')).out).toBe(`Removed team Ours (id ${ofAnn()}).\n`)
    expect(await listed()).toEqual([])
    const { code, err } = await sojourn('team', 'show', 'Web')
    expect([code, err]).toEqual([2, "There is no team 'Web', or it is not shared with you.\n"])
  })
})
