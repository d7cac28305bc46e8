import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Team } from '../../src/app/teams/team-types.ts'
import type { ShownWorkflow } from '../../src/app/workflows/workflow-types.ts'
import type { Dashboard } from '../../src/web/api/flow.ts'
import { judged, judgedDark } from './axe.ts'
import { inBrowser, PHONE } from './browser-fixture.ts'
import { layoutFaults } from './layout-faults.ts'
import { answerAt, chosen, eventually, parametersOf, teamAt } from './page-helpers.ts'

const HEADERS = { 'x-sojourn': 'page', 'content-type': 'application/json' }

const editor = (page: Page) => page.locator('.workflow-editor')
const stage = (page: Page, name: string) =>
  editor(page)
    .locator('.workflow-stage')
    .filter({ has: page.locator(`input[value="${name}"]`) })

/** Returns the numbers of the preview: now, and with the stages of the editor. */
async function preview(page: Page): Promise<string[][]> {
  await editor(page).locator('section[aria-busy=false]').waitFor()
  const rows = await editor(page).locator('.workflow-preview tbody tr').all()
  return Promise.all(rows.map(row => row.locator('td').allTextContents()))
}

/** Opens the editor of the screen of the project WEB. */
async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Which statuses are work?' }).click()
  await preview(page)
}

/** Moves a status into a stage with its menu. */
async function move(page: Page, status: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${status}`, exact: true }).click()
  await page.getByRole('menuitem', { name: to, exact: true }).click()
}

/** Returns the numbers of the screen with the workflow that the address has. */
async function numbersAt(page: Page, base: string): Promise<string[]> {
  const { attention, trend, unmapped } = await answerAt<Dashboard>(`${base}/api/flow/dashboard?${parametersOf(page)}`)
  return [attention.inProgress.count, attention.notStarted.count, trend.finished, unmapped.issues].map(String)
}

/** The numbers of a preview that are counts. */
const counts = (rows: readonly string[][], column: 0 | 1) => [0, 1, 2, 8].map(row => rows[row]![column])

inBrowser('the editor of a workflow', world => {
  it('shows what another stage of a status changes after three clicks, and then shows the screen', () =>
    world.visit(teamAt(), async page => {
      await open(page)
      const before = await preview(page)
      expect(counts(before, 0)).toEqual(await numbersAt(page, world.base))
      // The proposal maps statuses that have no category.
      expect(counts(before, 1)).toEqual(counts(before, 0).with(3, '0'))
      expect(counts(before, 0)[3]).not.toBe('0')
      await move(page, 'To Do', 'In Progress')
      await eventually(async () => (await preview(page))[0]![1]).not.toBe(before[0]![0])
      const after = await preview(page)
      expect(counts(after, 0)).toEqual(counts(before, 0))
      await page.getByRole('button', { name: 'Use these stages' }).click()
      await eventually(() => editor(page).count()).toBe(0)
      expect(counts(after, 1)).toEqual(await numbersAt(page, world.base))
      await eventually(() => page.locator('.team-tile strong').first().textContent()).toBe(after[0]![1])
      // It opens with what was chosen, not with the proposal.
      await page.getByRole('button', { name: 'Which statuses are work?' }).click()
      await stage(page, 'In Progress').locator('[data-status]').nth(1).getByText('To Do').waitFor()
      await editor(page).getByText('Nothing changes in these numbers.').waitFor()
    }))

  it('moves a status by dragging, also out of all stages', () =>
    world.visit(teamAt(), async page => {
      await open(page)
      const status = (name: string) => editor(page).locator('[data-status]').filter({ hasText: name })
      const names = (name: string) => stage(page, name).locator('[data-status] .breakable').allTextContents()
      await status('Testing').dragTo(stage(page, 'Code Review'))
      await eventually(async () => (await names('Code Review')).map(text => text.split(' ')[0])).toEqual([
        'Code',
        'Testing',
      ])
      expect(await names('Testing')).toEqual([])
      const none = editor(page).locator('.workflow-stage').last()
      await status('Testing').dragTo(none)
      await eventually(() => none.locator('[data-status]').count()).toBe(1)
      await preview(page)
      await page.getByRole('button', { name: 'Use these stages' }).click()
      await eventually(() => editor(page).count()).toBe(0)
      const { workflow } = await answerAt<Dashboard>(`${world.base}/api/flow/dashboard?${parametersOf(page)}`)
      const unmapped = workflow.unmapped.map(({ name }) => name)
      // Statuses of other projects are in no stage either, and are not listed.
      expect(unmapped).toEqual(expect.arrayContaining(['Testing', 'Investigating']))
      expect(unmapped).not.toContain('Code Review')
    }))

  it('adds, names, moves and removes stages, and says what is wrong', () =>
    world.visit(teamAt(), async page => {
      await open(page)
      await page.getByRole('button', { name: 'Add a stage' }).click()
      const added = stage(page, 'New stage')
      await move(page, 'Testing', 'New stage')
      await added.getByLabel('Kind of New stage').selectOption({ label: 'Waiting' })
      await added.getByRole('textbox').fill('code review')
      await editor(page).getByText('Two stages have the name code review.').waitFor()
      expect(await page.getByRole('button', { name: 'Use these stages' }).isDisabled()).toBe(true)
      await editor(page).locator('input[value="code review"]').fill('Test')
      await page.getByRole('button', { name: 'Actions for Test', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Move left' }).click()
      await page.getByRole('button', { name: 'Actions for Code Review', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Remove the stage' }).click()
      await preview(page)
      await page.getByRole('button', { name: 'Use these stages' }).click()
      await eventually(() => editor(page).count()).toBe(0)
      const { stages } = JSON.parse(chosen(page, 'workflow')!)
      const shown = stages.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`)
      expect(shown).toContain('Test waiting')
      expect(shown.join()).not.toContain('Code Review')
      expect(shown.indexOf('Test waiting')).toBe(shown.length - 3)
    }))

  it('sets what blocks, and the expectation, also the present one; a refusal of the server says why', () =>
    world.visit(teamAt(), async page => {
      await open(page)
      await page.getByText('What blocks, and the expectation').click()
      await editor(page).getByRole('textbox', { name: 'A label' }).fill('stuck')
      await page.keyboard.press('Enter')
      await editor(page).getByRole('combobox', { name: 'A status' }).fill('Testing')
      await page.keyboard.press('Enter')
      const hours = editor(page).getByLabel('Hours of the calendar')
      await editor(page).getByLabel('Percent of the issues').fill('70')
      await hours.fill('99999999')
      await editor(page)
        .getByRole('alert')
        .getByText(/^sle\.hours /)
        .waitFor()
      expect(await page.getByRole('button', { name: 'Use these stages' }).isDisabled()).toBe(true)
      await hours.fill('')
      await hours.pressSequentially('0,5')
      await eventually(async () => (await preview(page))[5]![1]).not.toBe('–')
      expect(await hours.inputValue()).toBe('0,5')
      expect(await editor(page).getByLabel('Percent of the issues').inputValue()).toBe('70')
      await page.getByRole('button', { name: 'No expectation' }).click()
      await page.getByRole('button', { name: 'Use 85 % of the last 90 days' }).click()
      await preview(page)
      await page.getByRole('button', { name: 'Use these stages' }).click()
      await eventually(() => editor(page).count()).toBe(0)
      const { sle, blocked } = JSON.parse(chosen(page, 'workflow')!)
      expect(blocked).toMatchObject({ labels: ['stuck'] })
      expect(blocked.statuses).toHaveLength(1)
      const answer = await answerAt<Dashboard>(`${world.base}/api/flow/dashboard?${parametersOf(page)}`)
      expect(answer.sle).toMatchObject({ isDefault: false, percent: 85, date: '2025-07-01', count: sle.count })
      await page.locator('.team-tile').filter({ hasText: 'Blocked' }).waitFor()
      // The measured expectation stays what it was.
      await page.getByRole('button', { name: 'Which statuses are work?' }).click()
      await page.getByText('What blocks, and the expectation').click()
      expect(await hours.inputValue()).toBe(String(sle.hours))
      await page.getByRole('button', { name: 'No expectation' }).click()
      expect(await hours.inputValue()).toBe('')
    }))

  it('keeps what is edited while the period changes, and saves it with a team', () =>
    world.visit(teamAt(), async page => {
      await open(page)
      await move(page, 'To Do', 'In Progress')
      await page.getByLabel('Period', { exact: true }).selectOption({ label: 'This week and the 3 before' })
      await eventually(() => chosen(page, 'from')).toBe('startOfWeek(-3)')
      await page.locator('.team [aria-busy=false]').first().waitFor()
      await stage(page, 'In Progress').locator('[data-status]').nth(1).getByText('To Do').waitFor()
      await page.getByRole('button', { name: 'Save as a team' }).click()
      const form = page.getByRole('form', { name: 'Save as a team' })
      await form.getByLabel('Name').fill('Edited')
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Edited' }).waitFor()
      const address = `${world.base}/api/teams/${chosen(page, 'view.team')}`
      const { parameters } = await answerAt<Team>(address)
      await fetch(address, { method: 'DELETE', headers: HEADERS })
      const { stages } = JSON.parse(parameters.find(({ name }) => name === 'workflow')!.value)
      const work = stages.find(({ name }: { name: string }) => name === 'In Progress')
      expect(work.statuses).toHaveLength(2)
      await eventually(() => editor(page).count()).toBe(0)
    }))

  it('asks before changes are lost', () =>
    world.visit(teamAt(), async page => {
      await open(page)
      const close = () => page.getByRole('button', { name: 'Close', exact: true }).click()
      /** Returns whether the browser would ask before it closes the tab. */
      const asksToLeave = () =>
        page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
      await close()
      await eventually(() => editor(page).count()).toBe(0)
      await open(page)
      expect(await asksToLeave()).toBe(false)
      await move(page, 'To Do', 'In Progress')
      await close()
      const dialog = page.getByRole('alertdialog', { name: 'Close without these changes?' })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await asksToLeave()).toBe(true)
      await close()
      await dialog.getByRole('button', { name: 'Close without them' }).click()
      await eventually(() => editor(page).count()).toBe(0)
      expect([chosen(page, 'workflow'), await asksToLeave()]).toEqual([null, false])
    }))

  it('edits a saved workflow, and saves it for everybody under its name', () =>
    world.visit(teamAt(), async page => {
      const definition = {
        name: 'Two stages',
        stages: [
          { name: 'Work', kind: 'active', statuses: ['In Progress', 'Code Review'] },
          { name: 'Done', kind: 'done', statuses: ['Done'] },
        ],
        levels: 'all',
      }
      const address = `${world.base}/api/workflows/Two%20stages`
      await fetch(address, { method: 'PUT', headers: HEADERS, body: JSON.stringify(definition) })
      try {
        await page.reload()
        await page.getByLabel('Workflow').selectOption({ label: 'Two stages' })
        await page.getByRole('button', { name: 'Edit the workflow' }).click()
        expect(await editor(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Two stages')
        const before = await page.locator('.team-tile strong').first().textContent()
        await move(page, 'Testing', 'Work')
        await page.getByLabel('Name', { exact: true }).press('Enter')
        await eventually(() => editor(page).count()).toBe(0)
        const saved = await answerAt<ShownWorkflow>(address)
        expect(saved.definition.stages.map(({ statuses }) => statuses.length)).toEqual([3, 1])
        expect(saved.definition.levels).toBe('all')
        expect(chosen(page, 'workflow')).toBe(saved.id)
        // The address is the same, and the numbers are not.
        const inProgress = (await numbersAt(page, world.base))[0]!
        expect(inProgress).not.toBe(before)
        await eventually(() => page.locator('.team-tile strong').first().textContent()).toBe(inProgress)
      } finally {
        await fetch(address, { method: 'DELETE', headers: HEADERS })
      }
    }))

  it.each([
    ['a phone', PHONE],
    ['a wide window', { viewport: { width: 1440, height: 900 } }],
  ] as const)('has no fault on %s, light or dark', (_, options) =>
    world.visit(
      `${teamAt()}&view.statuses=open`,
      async page => {
        await preview(page)
        await page.getByText('What blocks, and the expectation').click()
        expect([await judged(page), await layoutFaults(page)]).toEqual([[], []])
        expect(await judgedDark(page)).toEqual([])
      },
      options,
    ),
  )
})
