import type { WeekRule } from './week.ts'

const rules = new Map<string, WeekRule>()

/**
 * Returns the week rule of a locale, as in Java. `locale` is a BCP 47 tag; its region decides.
 *
 * A locale without a region uses the rule of the United States. Source: Unicode CLDR, supplemental week data, as in
 * `java.util.GregorianCalendar` of JDK 17.
 */
export function localeWeeks(locale: string): WeekRule {
  let rule = rules.get(locale)
  if (!rule) {
    const region = new Intl.Locale(locale).region ?? 'US'
    rule = { firstDay: FIRST_DAYS.get(region) ?? MONDAY, minimalDays: FOUR_DAYS.has(region) ? 4 : 1 }
    rules.set(locale, rule)
  }
  return rule
}

const MONDAY = 1

const FIRST_DAYS: ReadonlyMap<string, number> = new Map([
  ['MV', 5],
  ...regions('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY').map(region => [region, 6] as const),
  ...regions(
    'AG AS AU BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  ).map(region => [region, 7] as const),
])

const FOUR_DAYS: ReadonlySet<string> = new Set(
  regions(
    'AD AT AX BE BG CH CZ DE DK EE ES FI FJ FO FR GB GF GG GI GP GR HU IE IM IS IT JE LI LT LU MC MQ NL NO PL PT RE RU SE SJ SK SM VA',
  ),
)

function regions(codes: string): string[] {
  return codes.split(' ')
}
