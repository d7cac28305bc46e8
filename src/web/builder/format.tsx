import { words } from '../texts/en.ts'
import { Choice } from './choice.tsx'
import { DraftInput } from './draft-input.tsx'
import { hasEffect } from './has-effect.ts'
import { SelectChoice } from './select-choice.tsx'
import { useAsk } from './use-ask.ts'

const { format: text } = words.ask

/** How values are written. */
export function Format() {
  const { choices, catalogue } = useAsk()
  return (
    <>
      {hasEffect('viewFormat', choices, catalogue) && (
        <SelectChoice
          parameter="viewFormat"
          label={text.view}
          options={Object.entries(text.views).map(([value, [name, example]]) => [
            value,
            text.viewOption(name, example),
          ])}
          fallback="minutes"
        />
      )}
      <SelectChoice
        parameter="emptyValueToken"
        label={text.empty}
        options={Object.entries(text.empties)}
        fallback="Hyphen"
        changes={value => ({ emptyValueToken: value === 'Hyphen' ? null : value })}
      />
      <div className="ask-pair">
        <PatternChoice parameter="dateFormat" label={text.dates} />
        <PatternChoice parameter="dateTimeFormat" label={text.moments} />
      </div>
      <p className="hint ask-hint">{text.pattern}</p>
    </>
  )
}

/** A pattern of dates, as the server reads them. */
function PatternChoice({ parameter, label }: { readonly parameter: string; readonly label: string }) {
  const { choices, change } = useAsk()
  return (
    <Choice parameters={[parameter]} label={label}>
      {control => (
        <DraftInput
          value={choices[parameter] ?? ''}
          placeholder={text.usual}
          onCommit={(pattern, step) => change({ [parameter]: pattern || null }, { step })}
          {...control}
        />
      )}
    </Choice>
  )
}
