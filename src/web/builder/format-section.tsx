import type { PageParameter } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { DraftInput } from './draft-input.tsx'
import { FormField } from './form-field.tsx'
import { hasEffect } from './has-effect.ts'
import { offeredChoices } from './offered-choices.ts'
import { SelectChoice } from './select-choice.tsx'
import { useBuilder } from './use-builder.ts'

const { format: text } = texts.builder

/** Edits how values are formatted. */
export function FormatSection() {
  const { choices, catalogue } = useBuilder()
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
        options={offeredChoices.emptyValueToken()}
        fallback="Hyphen"
        changes={value => ({ emptyValueToken: value === 'Hyphen' ? null : value })}
      />
      <div className="builder-pair">
        <PatternChoice parameter="dateFormat" label={text.dates} />
        <PatternChoice parameter="dateTimeFormat" label={text.times} />
      </div>
      <p className="hint builder-hint">{text.pattern}</p>
    </>
  )
}

/** A date pattern as the server reads it. */
function PatternChoice({ parameter, label }: { readonly parameter: PageParameter; readonly label: string }) {
  const { choices, change } = useBuilder()
  return (
    <FormField parameters={[parameter]} label={label}>
      {control => (
        <DraftInput
          value={choices[parameter] ?? ''}
          placeholder={text.standard}
          onCommit={(pattern, addsHistoryEntry) => change({ [parameter]: pattern || null }, { addsHistoryEntry })}
          {...control}
        />
      )}
    </FormField>
  )
}
