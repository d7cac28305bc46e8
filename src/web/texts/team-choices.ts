import { countOf, formatNumber } from './format.ts'

const issues = (count: number) => countOf(count, 'issue')

/** The texts about what the screen of a team measures, and about what it lacks. */
export const teamChoiceTexts = {
  notStable: 'Work in progress was not stable in this period, so these times may not hold for the future.',
  workflow: 'Workflow',
  byCategory: 'By status category',
  unsaved: 'Not saved yet',
  askStatuses: 'Which statuses are work?',
  editWorkflow: 'Edit the workflow',
  team: {
    save: 'Save as a team',
    how: 'A team keeps the issues, the calendar and its own copy of the workflow, not the period.',
    name: 'Name',
    saveNow: 'Save',
    cancel: 'Cancel',
    replaces: 'This replaces your team with this name.',
    remove: 'Remove the team',
    removeTitle: (name: string) => `Remove the team ${name}?`,
    removeText: 'Nobody can open it any more. Its issues stay.',
  },
  compare: {
    label: 'Compare with',
    previous: 'The period before',
    lastQuarter: 'Last quarter',
    lastYear: (period: number | 'quarter' | null) =>
      period === 'quarter' ? 'This quarter last year' : '52 weeks before',
    other: 'Other dates',
    first: 'First day to compare with',
    last: 'Last day to compare with',
  },
  forecast: {
    settings: 'What the forecast is about',
    count: 'Issues to finish',
    allOpen: 'all open',
    wrongCount: 'A number from 1 to 10,000',
    learnFrom: 'Learn from',
    weeks: (weeks: string) => `the last ${weeks} weeks`,
  },
  since: {
    title: 'Since yesterday',
    how: (from: string) => `What happened since ${from}, whatever the period is.`,
    finished: 'Finished',
    started: 'Started',
    movedBack: 'Moved back',
    newlyOver: 'Newly over the expectation',
    more: (count: number) => `and ${formatNumber(count)} more`,
  },
  missing: {
    noIssues: 'No issue matches.',
    otherLevels: (count: number) => `${issues(count)} are sub-tasks or epics, which the screen leaves out.`,
    all: 'Show all issues',
    noFinished: 'No issue finished in this period.',
    neverFinished: 'No issue has finished yet.',
    noTime: 'The finished issues have no time in work that counts.',
    lastUpdate: (date: string) => `Your data end on ${date}.`,
    lastFinish: (date: string) => `The last one finished on ${date}.`,
    asOfThen: 'Show the screen as of then',
    wentBack: (date: string) =>
      `No issue finished in the period that you asked for. This is the screen as of ${date}, when the last one finished.`,
    back: 'Show the period that you asked for',
    withoutStart: (count: number) =>
      count === 1
        ? 'The finished issue was never in progress, so there is no cycle time.'
        : `None of the ${formatNumber(count)} finished issues was ever in progress, so there is no cycle time.`,
    fewInPeriods: 'No period has the ten finished issues that percentiles need.',
    yearByQuarter: 'Show one year by quarter',
    countAllHours: 'Count around the clock',
    fewDays: (days: number, weeks: number) =>
      `Issues finished on only ${countOf(days, 'day')} of the last ${formatNumber(weeks)} weeks, which is too few for a forecast.`,
    shortHistory: (length: number, days: number) =>
      `The first issue was created ${countOf(length, 'day')} ago, and issues finished on ${countOf(days, 'day')} since, which is too little for a forecast.`,
    learnFrom: (weeks: number) => `Learn from the last ${formatNumber(weeks)} weeks`,
    allFinished: 'All issues are finished.',
    tooManyOpen: 'There are too many open issues for a date.',
    showOpen: 'Show the open issues',
    showThem: 'Show these issues',
    nothingOpen: 'No issue is open.',
    showFinished: 'Show the finished issues',
    notInProgress: 'No issue is in progress.',
    notStarted: (count: number) => `${issues(count)} ${count === 1 ? 'is' : 'are'} not started`,
    parked: (count: number) => `${formatNumber(count)} ${count === 1 ? 'is' : 'are'} parked`,
  },
} as const
