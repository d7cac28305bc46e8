import type { CalendarDetails } from '../../reports/page/page-types.ts'
import { Combobox } from '../builder/combobox.tsx'
import { LabelledField } from '../builder/labelled-field.tsx'
import { calendarTexts } from '../texts/calendars.ts'
import { setCountry } from './form-change.ts'
import { dateText } from './month-text.ts'
import { useCountries } from './use-calendars.ts'
import type { SectionProps } from './week-section.tsx'

const { publicHolidays: text } = calendarTexts

/** Chooses the country and region whose public holidays the calendar has. */
export function PublicHolidaysSection({
  form: { publicHolidays },
  problems,
  change,
  leftOut,
}: SectionProps & {
  /** The public holidays that the saved calendar does not have. */
  readonly leftOut: CalendarDetails['leftOut']
}) {
  const { data: countries = [], isPending } = useCountries()
  const { country = null, region = null, firstYear } = publicHolidays ?? {}
  const chosen = countries.find(({ code }) => code === country)
  const errors = problems.of('publicHolidays')
  const errorsOf = (part: string | null) => errors.filter(one => one.part === part).map(one => one.text)
  const [first] = leftOut
  return (
    <section className="calendar-section stack" aria-labelledby="calendar-public">
      <h2 id="calendar-public">{text.title}</h2>
      <div className="calendar-pair">
        <LabelledField label={text.country} errors={[...errorsOf(null), ...errorsOf('country')]}>
          {control => (
            <Combobox
              control={control}
              value={chosen?.name ?? country ?? text.none}
              isLoading={isPending}
              options={[
                { value: '', name: text.none },
                ...countries.map(({ code, name }) => ({ value: code, name, detail: code })),
              ]}
              onPick={code => change(setCountry(code || null, null))}
            />
          )}
        </LabelledField>
        {country !== null && (chosen === undefined || chosen.regions.length > 0) && (
          <LabelledField label={text.region} errors={errorsOf('region')}>
            {control => (
              <Combobox
                control={control}
                value={chosen?.regions.find(({ code }) => code === region)?.name ?? region ?? text.wholeCountry}
                isLoading={isPending}
                options={[
                  { value: '', name: text.wholeCountry },
                  ...(chosen?.regions ?? []).map(({ code, name, englishName }) => ({
                    value: code,
                    name,
                    detail: code,
                    ...(englishName === name ? {} : { text: englishName }),
                  })),
                ]}
                onPick={code => change(setCountry(country, code || null))}
              />
            )}
          </LabelledField>
        )}
      </div>
      <p className="hint">{text.hint}</p>
      {country !== null && first !== undefined && firstYear !== undefined && (
        <p className="calendar-note inset breakable">
          {text.leftOut(leftOut.length, `${first.name}, ${dateText(first.date)}`)}{' '}
          <button type="button" className="shell-link" onClick={() => change(setCountry(country, region))}>
            {text.addLeftOut}
          </button>
        </p>
      )}
    </section>
  )
}
