import type { CalendarForm } from './calendar-form.ts'

/** The unsaved changes of a calendar, and the version that they change; `null` for a new calendar. */
export interface Draft {
  readonly version: string | null
  readonly form: CalendarForm
}

/** Changes its shape when drafts of older versions of the page cannot be read. */
const PREFIX = 'sojourn.calendar.1.'

/** Reads the unsaved changes of a calendar in this tab; `null` if there are none. `id` is `null` for a new calendar. */
export function readDraft(id: string | null): Draft | null {
  try {
    const text = window.sessionStorage.getItem(keyOf(id))
    return text === null ? null : (JSON.parse(text) as Draft)
  } catch {
    return null
  }
}

/** Keeps the unsaved changes of a calendar until the tab is closed; `null` removes them. */
export function keepDraft(id: string | null, draft: Draft | null): void {
  try {
    if (draft === null) window.sessionStorage.removeItem(keyOf(id))
    else window.sessionStorage.setItem(keyOf(id), JSON.stringify(draft))
  } catch {
    // The form works without storage.
  }
}

function keyOf(id: string | null): string {
  return `${PREFIX}${id === null ? 'new' : `id.${id}`}`
}
