import { idsOf } from '../../base/ids-of.ts'
import type { JqlEntry } from '../../catalogue/jql-catalogue.ts'
import type { DictionaryKind } from '../../fields/field.ts'
import { entriesFor } from '../check/entries-for.ts'
import { nearNamed, nearTo, report, type Scope } from '../check/scope.ts'
import type { ValueOperand } from '../query-tree.ts'
import type { FunctionValue, JqlFunction } from './jql-function.ts'

/** The functions that return users, types, versions and sprints. */
export const valueFunctions: readonly JqlFunction[] = [
  {
    name: 'currentUser',
    usage: 'currentUser()',
    arguments: [0, 0],
    suits: ['user'],
    isList: false,
    call: (_args, { context }) => ids(context.currentUser === null ? [] : [context.currentUser]),
  },
  {
    name: 'membersOf',
    usage: 'membersOf("group")',
    arguments: [1, 1],
    suits: ['user'],
    isList: true,
    call: ([group], scope) => {
      const { catalogue } = scope.context
      const members = catalogue.membersOf(group!.value)
      if (members) return ids(members)
      const near = nearTo(scope, group!.value, catalogue.groups)
      return report(scope, group!.span, 'JQL_GROUP_UNKNOWN', { function: 'membersOf', group: group!.value, near })
    },
  },
  listed('standardIssueTypes', 'type', ({ subtask }) => subtask !== true),
  listed('subTaskIssueTypes', 'type', ({ subtask }) => subtask === true),
  listed('openSprints', 'sprint', ({ state }) => state === 'active'),
  listed('closedSprints', 'sprint', ({ state }) => state === 'closed'),
  listed('futureSprints', 'sprint', ({ state }) => state === 'future'),
  versions('releasedVersions', ({ released }) => released === true),
  versions('unreleasedVersions', ({ released }) => released !== true),
  oneVersion('latestReleasedVersion', -1, ({ released, archived }) => released === true && archived !== true),
  oneVersion('earliestUnreleasedVersion', 0, ({ released, archived }) => released !== true && archived !== true),
]

function ids(list: readonly string[]): FunctionValue {
  return { kind: 'ids', ids: list }
}

/** Returns a function for all entries of a dictionary that meet a condition. */
function listed(name: string, kind: DictionaryKind, matches: (entry: JqlEntry) => boolean): JqlFunction {
  return {
    name,
    usage: `${name}()`,
    arguments: [0, 0],
    suits: [kind],
    isList: true,
    call: (_args, { context }) => ids(idsOf(context.catalogue.entries(kind).filter(matches))),
  }
}

/**
 * Returns a function for all versions that meet a condition, of the given projects or of all; archived ones included.
 */
function versions(name: string, matches: (entry: JqlEntry) => boolean): JqlFunction {
  return {
    name,
    usage: `${name}([project, ...])`,
    arguments: [0, Number.POSITIVE_INFINITY],
    suits: ['version'],
    isList: true,
    call: (args, scope) => {
      const projects = projectsOf(name, args, scope)
      if (!projects) return null
      const all = scope.context.catalogue.entries('version').filter(matches)
      return ids(idsOf(args.length === 0 ? all : all.filter(({ project }) => projects.has(project ?? ''))))
    },
  }
}

/**
 * Returns a function for the first (0) or the last (-1) version of a project that meets a condition, in the project's
 * sequence.
 */
function oneVersion(name: string, index: 0 | -1, matches: (entry: JqlEntry) => boolean): JqlFunction {
  return {
    name,
    usage: `${name}(project)`,
    arguments: [1, 1],
    suits: ['version'],
    isList: false,
    call: (args, scope) => {
      const projects = projectsOf(name, args, scope)
      if (!projects) return null
      const own = scope.context.catalogue.entries('version').filter(({ project }) => projects.has(project ?? ''))
      const chosen = own.filter(matches).at(index)
      return ids(chosen ? [chosen.id] : [])
    },
  }
}

function projectsOf(name: string, args: readonly ValueOperand[], scope: Scope): Set<string> | null {
  const projects = new Set<string>()
  let failed = false
  for (const arg of args) {
    const found = entriesFor('project', arg, scope)
    for (const { id } of found) projects.add(id)
    if (found.length > 0) continue
    failed = true
    const near = nearNamed(scope, arg.value, scope.context.catalogue.entries('project'))
    const parameters = { function: name, argument: arg.value, expected: 'a project', near }
    report(scope, arg.span, 'JQL_ARGUMENT_INVALID', parameters)
  }
  return failed ? null : projects
}
