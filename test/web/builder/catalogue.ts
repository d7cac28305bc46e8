import type { PageCatalogue } from '../../../src/reports/page/page-types.ts'
import { aggregates } from '../../../src/store/plan/aggregates.ts'
import { typeOfFormat } from '../../../src/store/plan/file-types.ts'
import { fileFormatNames, formats } from '../../../src/store/plan/formats.ts'
import { parameterEffects } from '../../../src/store/plan/parameters.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'

/** A catalogue with what the report builder reads. */
export const catalogue = {
  timeZone: 'UTC',
  projects: [{ key: 'WEB', name: 'Web Shop' }],
  statuses: [
    { id: '1', name: 'Open', category: 'new', deleted: false },
    { id: '2', name: 'Waiting', category: 'indeterminate', deleted: false },
    { id: '3', name: 'In Progress', category: 'indeterminate', deleted: false },
    { id: '6', name: 'Done', category: 'done', deleted: false },
  ],
  fields: [
    { id: 'summary', name: 'Summary', kind: 'text', multi: false, hasHistory: true },
    { id: 'priority', name: 'Priority', kind: 'priority', multi: false, hasHistory: true },
    { id: 'created', name: 'Created', kind: 'datetime', multi: false, hasHistory: false },
    { id: 'resolutiondate', name: 'Resolved', kind: 'datetime', multi: false, hasHistory: false },
  ],
  groups: ['developers', 'ops, nights', 'testers'],
  sprints: [{ id: '7', name: 'Sprint 7', state: 'active' }],
  savedQueries: [{ id: '10100', name: 'Open bugs', query: 'type = Bug AND resolution IS EMPTY' }],
  calendars: [
    { id: '0', name: 'Business hours', isDefault: true, dailyWorkingHours: 8 },
    { id: 'shifts', name: 'Shifts', isDefault: false, dailyWorkingHours: null },
  ],
  reportTypes: Object.values(reportTypes),
  aggregates: Object.entries(aggregates).map(([name, one]) => ({ name, ...one })),
  fileFormats: fileFormatNames.map(name => ({
    name,
    fileType: typeOfFormat(name, 'list').name,
    ...formats[name].file,
  })),
  parameters: parameterEffects(),
} as unknown as PageCatalogue
