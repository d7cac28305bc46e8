import { countOf, formatNumber } from './format.ts'

/** The texts of the wall. */
export const wallTexts = {
  title: 'Wall',
  open: 'Show on a wall',
  controls: 'Controls of the wall',
  position: (number: number, count: number) => `${formatNumber(number)} of ${formatNumber(count)}`,
  previous: 'Previous team',
  next: 'Next team',
  pause: 'Pause',
  resume: 'Resume',
  fullScreen: 'Full screen',
  close: 'Close',
  each: 'Each team for',
  seconds: (seconds: number) => (seconds < 60 ? countOf(seconds, 'second') : countOf(seconds / 60, 'minute')),
  teams: 'Teams',
  none: 'There is no team yet. Open the screen of a project, and save it as a team.',
  unknown: (count: number) =>
    count === 1
      ? 'One team of this address is not shared with you.'
      : `${formatNumber(count)} teams of this address are not shared with you.`,
  read: (time: string) => `Refreshed on ${time}.`,
  changed: (time: string, age: string) => `The last change in the data was on ${time}, ${age} ago.`,
  stale: (time: string) => `The numbers cannot be refreshed at the moment. They are from ${time}.`,
  age: (minutes: number) => {
    if (minutes < 120) return countOf(minutes, 'minute')
    return minutes < 48 * 60
      ? countOf(Math.floor(minutes / 60), 'hour')
      : countOf(Math.floor(minutes / (24 * 60)), 'day')
  },
} as const
