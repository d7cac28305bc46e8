import { expect, it } from 'vitest'
import { trackerAddress } from '../../../../src/intake/source/jira/tracker-address.ts'

it.each([
  ['https://a.example.com/rest/api/2/issue/10001', 'https://a.example.com'],
  ['https://a.example.com/rest/agile/1.0/issue/10001', 'https://a.example.com'],
  ['https://A.example.com:443/jira/rest/api/latest/issue/1', 'https://a.example.com/jira'],
  ['http://a.example.com:8080/rest/api/2/issue/1', 'http://a.example.com:8080'],
  ['https://api.example.com/ex/jira/1-2/rest/api/3/issue/1', 'https://api.example.com/ex/jira/1-2'],
])('the base address is what comes before /rest/: %s', (self, address) => {
  expect(trackerAddress(self)).toBe(address)
})

it.each([
  undefined,
  null,
  '',
  7,
  {},
  '10001',
  '/rest/api/2/issue/1',
  'https://a b/rest/api/2/issue/1',
  'https://a.example.com/1',
])('there is none in %s', self => {
  expect(trackerAddress(self)).toBeNull()
})
