import type { View } from '../../app/views/view-types.ts'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { asOfText } from '../builder/as-of-text.ts'
import { texts } from '../texts/en.ts'
import { sharingText } from './sharing-choice.tsx'
import { choicesOf } from './view-choices.ts'

/** Returns what a list of saved reports says about one: who may open it, if sign-in is on, and its fixed date. */
export function savedFacts(view: View, catalogue: Pick<PageCatalogue, 'timeZone'>): readonly string[] {
  const [sharing, asOf] = [sharingText(view), asOfText(choicesOf(view), catalogue)]
  return [...(sharing === null ? [] : [sharing]), ...(asOf === null ? [] : [texts.shell.saved.asOf(asOf)])]
}
