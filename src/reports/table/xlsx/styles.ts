import type { ReportFormat } from '../../../store/plan/report-plan.ts'
import { patternOf } from '../text-writer.ts'
import { dateNumberFormat, PLAIN_DATE_FORMAT, PLAIN_DATE_TIME_FORMAT } from './date-format.ts'
import { XML_HEAD, xmlAttribute } from './xml-text.ts'

/**
 * The styles of cells, in the order of the style sheet. Those of the sheet About are aligned to the left and the top. Those
 * of percentiles of few values are grey.
 */
const styles = [
  ...(['general', 'text', 'header', 'link', 'whole', 'decimal', 'time', 'date', 'dateTime'] as const),
  ...(['aboutName', 'aboutText', 'aboutNumber', 'aboutTime'] as const),
  ...(['fewWhole', 'fewDecimal', 'fewTime'] as const),
] as const

/** The name of a style. */
export type StyleName = (typeof styles)[number]

/** The index of each style in the style sheet. */
export const styleIndexes = Object.fromEntries(styles.map((name, index) => [name, index])) as Record<StyleName, number>

/** The number formats of dates, and of dates with times. */
export interface DateFormats {
  readonly date: string
  readonly dateTime: string
  /** Whether a pattern of the report has no equivalent in spreadsheets. */
  readonly isReplaced: boolean
}

/** Returns the number formats of a report's dates. */
export function dateFormatsOf({ date, dateTime, locale }: ReportFormat): DateFormats {
  const [ofDates, ofInstants] = [date, dateTime].map(text => dateNumberFormat(patternOf(text), locale))
  return {
    date: ofDates ?? PLAIN_DATE_FORMAT,
    dateTime: ofInstants ?? PLAIN_DATE_TIME_FORMAT,
    isReplaced: !ofDates || !ofInstants,
  }
}

// The built-in formats 1, 46 and 49 are `0`, `[h]:mm:ss` and text; own ones start at 164.
const cellFormats: Readonly<Record<StyleName, string>> = {
  general: 'numFmtId="0" fontId="0"',
  text: 'numFmtId="49" fontId="0" applyNumberFormat="1"',
  header: 'numFmtId="0" fontId="1" applyFont="1"',
  link: 'numFmtId="0" fontId="2" applyFont="1"',
  whole: 'numFmtId="1" fontId="0" applyNumberFormat="1"',
  decimal: 'numFmtId="164" fontId="0" applyNumberFormat="1"',
  time: 'numFmtId="46" fontId="0" applyNumberFormat="1"',
  date: 'numFmtId="165" fontId="0" applyNumberFormat="1"',
  dateTime: 'numFmtId="166" fontId="0" applyNumberFormat="1"',
  aboutName: 'numFmtId="0" fontId="1" applyFont="1"',
  aboutText: 'numFmtId="0" fontId="0"',
  aboutNumber: 'numFmtId="1" fontId="0" applyNumberFormat="1"',
  aboutTime: 'numFmtId="166" fontId="0" applyNumberFormat="1"',
  fewWhole: 'numFmtId="1" fontId="3" applyNumberFormat="1" applyFont="1"',
  fewDecimal: 'numFmtId="164" fontId="3" applyNumberFormat="1" applyFont="1"',
  fewTime: 'numFmtId="46" fontId="3" applyNumberFormat="1" applyFont="1"',
}

const FEW: Readonly<Partial<Record<StyleName, StyleName>>> = {
  whole: 'fewWhole',
  decimal: 'fewDecimal',
  time: 'fewTime',
}

/** Returns the style of a number of few values: the same in grey. */
export function fewStyle(style: StyleName): StyleName {
  return FEW[style] ?? style
}

const ABOUT_ALIGNMENT = '<alignment horizontal="left" vertical="top" wrapText="1"/>'

const FONT = '<name val="Calibri"/><family val="2"/>'

/** Returns the style sheet of a workbook. */
export function styleSheet({ date, dateTime }: DateFormats): string {
  const formats = ['0.0', date, dateTime].map(
    (code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${xmlAttribute(code)}"/>`,
  )
  const cells = styles.map(name => {
    const rest = name.startsWith('about') ? ` applyAlignment="1">${ABOUT_ALIGNMENT}</xf>` : '/>'
    return `<xf ${cellFormats[name]} fillId="0" borderId="0" xfId="0"${rest}`
  })
  return `${XML_HEAD}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="${formats.length}">${formats.join('')}</numFmts>
<fonts count="4"><font><sz val="11"/>${FONT}</font><font><b/><sz val="11"/>${FONT}</font><font><u/><sz val="11"/><color rgb="FF0563C1"/>${FONT}</font><font><sz val="11"/><color rgb="FF808080"/>${FONT}</font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`
}
