import { columnLetters } from './cell-xml.ts'
import { XML_HEAD, xmlAttribute } from './xml-text.ts'

/** A sheet of a workbook. */
export interface SheetPart {
  readonly name: string
  /** The size of its table, with the header; `null` for a sheet without a table. */
  readonly table: { readonly columns: number; readonly rows: number } | null
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A part of a workbook besides its sheets: its path, and its text. */
export type WorkbookPart = readonly [path: string, text: string]

/** Returns the path of a sheet, counted from 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`
}

/** Returns the links of a sheet: `rId1` is the first target. */
export function sheetLinks(number: number, targets: readonly string[]): WorkbookPart {
  const links = targets.map(
    (target, i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE}/hyperlink" Target="${xmlAttribute(target)}" TargetMode="External"/>`,
  )
  return [`xl/worksheets/_rels/sheet${number}.xml.rels`, relationships(links)]
}

/** Returns the parts of a workbook besides its sheets and styles. */
export function workbookParts(sheets: readonly SheetPart[]): WorkbookPart[] {
  const types = sheets.map(
    (_, i) => `<Override PartName="/${sheetPath(i + 1)}" ContentType="${SPREADSHEET}.worksheet+xml"/>`,
  )
  return [
    ['xl/workbook.xml', workbook(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...sheets.map((_, i) => relationship(i + 1, 'worksheet', `worksheets/sheet${i + 1}.xml`)),
        relationship(sheets.length + 1, 'styles', 'styles.xml'),
      ]),
    ],
    ['_rels/.rels', relationships([relationship(1, 'officeDocument', 'xl/workbook.xml')])],
    [
      '[Content_Types].xml',
      `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${types.join('')}</Types>`,
    ],
  ]
}

function workbook(sheets: readonly SheetPart[]): string {
  const listed = sheets.map(
    ({ name }, i) => `<sheet name="${xmlAttribute(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  // Excel keeps the range of a filter, and the rows that repeat on each printed page, under these names.
  const names = sheets.flatMap(({ name, table }, i) => {
    if (table === null) return []
    const cells = `$A$1:$${columnLetters(table.columns - 1)}$${table.rows}`
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${xmlAttribute(name)}'!${cells}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">'${xmlAttribute(name)}'!$1:$1</definedName>`,
    ]
  })
  return `${XML_HEAD}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`
}

function relationships(all: readonly string[]): string {
  return `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
}

function relationship(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
}
