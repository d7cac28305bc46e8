import type { z } from 'zod'
import type { aggregationReport, listReport } from '../../reports/table/report-schema.ts'

/** The body of an aggregation. */
export type AggregationReport = z.infer<typeof aggregationReport>

/** The body of a list. */
export type ListReport = z.infer<typeof listReport>

/** The body of either report; `isAggregationType` distinguishes them. */
export type Report = AggregationReport | ListReport

/** A row of either report. */
export type ReportRow = Report['table']['body']['rows'][number]

/** A value column of a report's header. */
export type ReportColumn = Report['table']['header']['valueColumns'][number]
