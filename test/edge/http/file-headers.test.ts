import { expect, it } from 'vitest'
import { contentDisposition } from '../../../src/edge/http/file-headers.ts'

it('gives a file its name, and one with other letters also in a form of ASCII', () => {
  expect(contentDisposition('inline', 'time-in-status.csv')).toBe('inline; filename="time-in-status.csv"')
  expect(contentDisposition('attachment', 'prüfung-審査.csv')).toBe(
    'attachment; filename="pr_fung-__.csv"; filename*=UTF-8\'\'pr%C3%BCfung-%E5%AF%A9%E6%9F%BB.csv',
  )
})
