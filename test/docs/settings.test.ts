import { describe, expect, it } from 'vitest'
import { settingsReference } from '../../scripts/settings-reference.ts'
import { settingNames } from '../../src/access/settings/known-settings.ts'
import { readSettings } from '../../src/access/settings/settings.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { expectGolden } from '../support/golden.ts'

describe('docs/reference/settings.md', () => {
  const page = settingsReference()

  it('matches the definitions of the settings', () => {
    expectGolden(new URL('../../docs/reference/settings.md', import.meta.url), page)
  })

  it('has a paragraph for each setting', () => {
    const names = [...page.matchAll(/^\*\*(\w+)\*\*/gm)].map(([, name]) => name)
    expect(names.sort()).toEqual([...settingNames].sort())
    expect(page).not.toMatch(/[{}]range|undefined/)
  })

  it('has a valid example', () => {
    const [, text] = /```json\n(.*?)```/s.exec(page)!
    expect(Object.keys(JSON.parse(text!)).length).toBeGreaterThan(4)
    const { values } = readSettings({ machineZone: UTC, file: { name: 'x.json', text: text! }, env: {}, flags: {} })
    expect(values).toMatchObject(JSON.parse(text!.replace('"Europe/Berlin"', '{"name": "Europe/Berlin"}')))
  })
})
