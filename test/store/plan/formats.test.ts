import { describe, expect, it } from 'vitest'
import { ROW_FORMATS } from '../../../src/app/views/rows-request.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { fileContent } from '../../../src/edge/http/openapi-exports.ts'
import { flowPaths } from '../../../src/edge/http/openapi-flow.ts'
import { reportResponses } from '../../../src/edge/http/openapi-reports.ts'
import { fileTypes, formatOfExtension } from '../../../src/store/plan/file-types.ts'
import { flowParameters } from '../../../src/store/plan/flow/flow-parameters.ts'
import {
  type Format,
  fileFormatNames,
  flowFormatNames,
  formats,
  reportFormatNames,
} from '../../../src/store/plan/formats.ts'
import { parameters } from '../../../src/store/plan/parameters.ts'
import { formatsOf } from '../../../src/web/shell/download-request.ts'
import { testContext } from '../../edge/cli/test-context.ts'
import { catalogue } from '../../web/builder/catalogue.ts'

const all: readonly (readonly [string, Format])[] = Object.entries(formats)
const mediaTypes = (use: 'report' | 'flow' | 'file') =>
  all.filter(([, one]) => one[use]).map(([, one]) => one.mediaType)

async function helpOf(...command: string[]): Promise<string> {
  const context = testContext()
  await run([...command, '--help'], context)
  return context.out.text()
}

/** Returns the content types of the response 200 of a path or of responses. */
function contentTypes(responses: unknown): string[] {
  return Object.keys((responses as { 200: { content: object } })[200].content).sort()
}

describe('a format', () => {
  it('of reports is a value of outputType and a content type of both endpoints', () => {
    const { values } = parameters.find(({ name }) => name === 'outputType') as { values: readonly string[] }
    expect(values).toEqual(reportFormatNames)
    for (const endpoint of ['list', 'aggregation', 'issue'] as const)
      expect(contentTypes(reportResponses(endpoint))).toEqual(mediaTypes('report').sort())
  })

  it('of flow measures is a value of outputType, a content type and an option of the command', async () => {
    const { values } = flowParameters.find(({ name }) => name === 'outputType') as { values: readonly string[] }
    expect(values).toEqual(flowFormatNames)
    for (const path of Object.values(flowPaths())) {
      const { get } = path as { get: { responses: unknown } }
      expect(contentTypes(get.responses)).toEqual(mediaTypes('flow').sort())
    }
    const help = await helpOf('flow')
    for (const name of flowFormatNames) expect(help).toMatch(new RegExp(`^ +--${name} +as ${name.toUpperCase()}$`, 'm'))
  })

  it('of files is an output type, a content type, an extension, a format of rows and an item of the menu', async () => {
    expect(Object.keys(fileContent())).toEqual(mediaTypes('file'))
    expect([...ROW_FORMATS].sort()).toEqual([...fileFormatNames].sort())
    const [exporting, rows] = await Promise.all([helpOf('export'), helpOf('view', 'rows')])
    for (const name of fileFormatNames) {
      expect(fileTypes).toContainEqual({ name: name.toUpperCase(), format: name, endpoint: 'list', aggregate: null })
      expect(formatOfExtension(formats[name].extension.toUpperCase())).toBe(name)
      expect([exporting, rows].every(help => help.includes(`.${formats[name].extension}`))).toBe(true)
    }
    const inMenu = (report: string) => formatsOf({ report }, catalogue.fileFormats).filter(one => one !== 'spreadsheet')
    expect(inMenu('list')).toEqual(fileFormatNames)
    expect(inMenu('aggregation')).toEqual(fileFormatNames.filter(name => formats[name].file.hasGroups))
  })
})
