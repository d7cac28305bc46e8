import { storeTemplate } from '../../support/store-template.ts'
import { issue, take } from './changes-without-ids.ts'
import { type DcField, listOf } from './dc-tracker.ts'

/** A field of a Data Center tracker, without a translation unless stated otherwise. */
export const field = (
  id: number,
  name: string,
  kind: DcField['kind'] = 'option',
  untranslatedName = name,
): DcField => ({ id: `customfield_${id}`, name, untranslatedName, kind })

/** Present values of custom fields, by number. */
export const custom = (values: Readonly<Record<number, unknown>>) => ({
  more: Object.fromEntries(Object.entries(values).map(([id, value]) => [`customfield_${id}`, value])),
})

/** An option whose text is its id. */
export const option = (id: string) => ({ id, value: id })

/** The fields Team (1) and Crew (2). */
export const LISTED = { lists: listOf([field(1, 'Team'), field(2, 'Crew')]) }

/** An issue whose log names the field Crew by its former name, Squad. */
export const SQUAD = issue('AA-1', ['Squad: 5=5 > 6=6'], custom({ 2: option('6') }))

const template = storeTemplate(store => take(store, { ...LISTED, issues: [SQUAD] }))

/** Copies a store with the issue to a folder. */
export async function squadStore(folder: string): Promise<void> {
  const { copyTo } = await template()
  copyTo(folder)
}
