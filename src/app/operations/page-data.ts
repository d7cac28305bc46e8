import { closeSession } from '../../access/permissions/sessions.ts'
import { type PageDeps, pageCatalogue, pageSync, people, signIn } from '../../reports/page/page-data.ts'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { handled, operation } from './operation.ts'
import { reportPaths } from './report-paths.ts'

const pathsIn = (report: string): PageCatalogue['paths'] => ({
  ...reportPaths(report),
  calendars: `${report}/data/calendars`,
  views: `${report}/api/views`,
  exports: `${report}/api/file`,
})

const answered = [{ status: 200, description: 'The answer; see page-types.ts.' }] as const

/** What the page needs in addition to reports. Nothing of it is in the OpenAPI document. */
export const pageDataOperations = {
  catalogue: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: pageCatalogue,
    route: {
      method: 'GET',
      path: '/api/catalogue',
      stability: 'internal',
      id: 'catalogue',
      summary: "The options of the page's controls.",
      argumentsOf: ({ context }) => [context],
      answers: [
        {
          status: 200,
          description: 'The answer; see page-types.ts.',
          bodyOf: (catalogue, { report }) => ({ ...catalogue, paths: pathsIn(report) }),
        },
      ],
    },
  }),
  sync: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: pageSync,
    route: {
      method: 'GET',
      path: '/api/sync',
      stability: 'internal',
      id: 'sync',
      summary: 'How current the visible issues of connections are.',
      argumentsOf: ({ context: { caller } }) => [{ caller }],
      answers: answered,
    },
  }),
  people: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: people,
    route: {
      method: 'GET',
      path: '/api/people',
      stability: 'internal',
      id: 'people',
      summary: 'Up to 50 users whose names, logins or email addresses contain a text.',
      argumentsOf: ({ parameter, context: { caller } }) => [parameter('text') ?? '', { caller }],
      answers: answered,
    },
  }),
  signIn: handled({
    admits: 'anybody',
    cost: 'write',
    errors: ['NOT_SIGNED_IN'],
    routes: ['POST /api/session'],
    run: signIn,
  }),
  signOut: handled({
    admits: 'anybody',
    cost: 'write',
    errors: [],
    routes: ['DELETE /api/session'],
    run: ({ store }: PageDeps, session: string) => closeSession(store, session),
  }),
}
