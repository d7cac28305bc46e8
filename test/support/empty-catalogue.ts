import type { Catalogue } from '../../src/core/catalogue/model.ts'

/** The catalogue of an empty store. */
export const EMPTY_CATALOGUE: Catalogue = {
  statuses: [],
  fields: [],
  projects: [],
  people: [],
  groups: [],
  types: [],
  priorities: [],
  resolutions: [],
  versions: [],
  components: [],
  sprints: [],
  linkTypes: null,
  valueNames: {},
  savedQueries: [],
  calendars: [],
  workflows: [],
  firstCreated: null,
}
