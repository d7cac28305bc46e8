import { z } from 'zod'
import { calendarComponents } from '../../app/operations/calendar-schemas.ts'
import { connectionComponents } from '../../app/operations/connection-schemas.ts'
import { logNameComponents } from '../../app/operations/log-names.ts'
import type { Stability } from '../../app/operations/named-parameters.ts'
import type { Json } from '../../app/operations/operation.ts'
import { pageComponents } from '../../app/operations/page-schemas.ts'
import { reportPaths } from '../../app/operations/report-paths.ts'
import { teamComponents } from '../../app/operations/team-schemas.ts'
import { viewComponents } from '../../app/operations/view-schemas.ts'
import { workflowComponents } from '../../app/operations/workflow-schemas.ts'
import {
  aggregationRefusal,
  aggregationReport,
  calendarObject,
  listRefusal,
  listReport,
  reportError,
} from '../../reports/table/report-schema.ts'
import { exportBody, exportList, exportPaths } from './openapi-exports.ts'
import { flowComponents, flowPaths } from './openapi-flow.ts'
import { operationPaths } from './openapi-operations.ts'
import { metricsPath, readyPath, statusPath } from './openapi-others.ts'
import { reportPath } from './openapi-reports.ts'
import { viewRowsPaths } from './openapi-views.ts'

const COMPONENTS = {
  ListReport: listReport,
  AggregationReport: aggregationReport,
  ListRefusal: listRefusal,
  AggregationRefusal: aggregationRefusal,
  ReportError: reportError,
  Calendar: calendarObject,
  ...pageComponents,
  ...viewComponents,
  ...teamComponents,
  Export: exportBody,
  ...workflowComponents,
  ...calendarComponents,
  ...connectionComponents,
  ...logNameComponents,
  ...flowComponents,
  Problem: z
    .strictObject({
      type: z.string(),
      title: z.string(),
      status: z.int(),
      detail: z.string(),
      code: z.string(),
      messages: z.array(z.string()).optional().meta({ description: 'One for each mistake of a request.' }),
    })
    .meta({ description: 'RFC 9457.' }),
}

/**
 * Returns the OpenAPI 3.1 document of the API. It is generated from the parameter definitions (store/plan/parameters.ts) and
 * from the response schemas that the tests check (reports/table/report-schema.ts, table/flow). `report` is the address of the report
 * interface.
 */
export function openApi(report: string, version: string): Json {
  const paths = reportPaths(report)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sojourn',
      version,
      description:
        'How long issues stayed in statuses, with people, in groups and in field values, how often, and when.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: {
      [paths.aggregation]: reportPath('aggregation'),
      [paths.list]: reportPath('list'),
      ...withStability('stable', {
        [paths.issue]: reportPath('issue'),
        ...exportPaths(`${report}/api/file`),
        ...viewRowsPaths(`${report}/api/views`),
      }),
      ...operationPaths('stable', report),
      ...withStability('experimental', {
        ...flowPaths(),
      }),
      ...operationPaths('experimental', report),
      '/healthz': statusPath('Whether the process lives.', 'ok'),
      '/readyz': readyPath(),
      '/metrics': metricsPath(),
    },
    // The last one: access mode `open` needs no authentication.
    security: [{ bearer: [] }, { basic: [] }, {}],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' } },
      schemas: {
        ...jsonSchemas(COMPONENTS),
        ExportList: exportList,
      },
    },
  }
}

/** Returns the JSON schemas of components, which refer to each other. */
function jsonSchemas(components: Readonly<Record<string, z.ZodType>>): Record<string, Json> {
  const registry = z.registry<{ readonly id: string }>()
  for (const [id, schema] of Object.entries(components)) registry.add(schema, { id })
  const uri = (id: string) => `#/components/schemas/${id}`
  const { schemas } = z.toJSONSchema(registry, { target: 'draft-2020-12', uri })
  // An $id would be the base of the references.
  return mapValues(schemas, ({ $id, ...schema }) => schema)
}

/** Adds their stability to the operations of paths that the contract does not have. */
function withStability(stability: Stability, paths: Readonly<Record<string, Json>>): Record<string, Json> {
  return mapValues(paths, operations =>
    mapValues(operations as Readonly<Record<string, Json>>, operation => ({ ...operation, 'x-stability': stability })),
  )
}

function mapValues<T, U>(object: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
