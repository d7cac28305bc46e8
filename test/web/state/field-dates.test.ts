import { describe, expect, it } from 'vitest'
import { withReadableDates } from '../../../src/web/state/use-report.ts'
import { catalogue } from '../builder/catalogue.ts'

describe('the dates of fields', () => {
  const formatsOf = (parameters: Readonly<Record<string, string>>) => {
    const { dateFormat, dateTimeFormat } = withReadableDates(parameters, catalogue)
    return [dateFormat, dateTimeFormat]
  }

  it('are requested in formats that the page can read', () => {
    const readable = ['yyyy-MM-dd', 'yyyy-MM-dd HH:mm']
    expect(formatsOf({ fields: 'created' })).toEqual(readable)
    expect(formatsOf({ fields: 'created', groupByFields: 'priority,date:month:created' })).toEqual(readable)
  })

  it('keep formats that the user chose', () => {
    expect(formatsOf({ fields: 'created', dateFormat: 'dd.MM.yy' })).toEqual(['dd.MM.yy', 'yyyy-MM-dd HH:mm'])
  })

  it('keep the format of the server without fields, and with groups of exact dates', () => {
    expect(formatsOf({ groupByFields: 'priority' })).toEqual([undefined, undefined])
    expect(formatsOf({ fields: 'created', groupByFields: 'priority,Resolved' })).toEqual([undefined, undefined])
  })
})
