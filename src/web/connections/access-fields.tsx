import { Segments } from '../builder/segments.tsx'
import { connectionTexts } from '../texts/connections.ts'
import type { ConnectionProblems } from './form-problems.ts'
import { type Access, isPlainHttp, kindOf } from './form-values.ts'
import { TextField } from './text-field.tsx'

const { form: text } = connectionTexts

interface AccessFieldsProps {
  readonly access: Access
  /** The typed or suggested name. */
  readonly name: string
  readonly problems: ConnectionProblems
  readonly onChange: (access: Access) => void
}

/** How to reach a tracker: its kind and address, the account and its token. */
export function AccessFields({ access, name, problems: { fields }, onChange }: AccessFieldsProps) {
  const kind = kindOf(access)
  const { address, email, token, allowHttp } = access
  return (
    <>
      <div>
        <span className="label" aria-hidden="true">
          {text.kind}
        </span>
        <Segments
          label={text.kind}
          options={[
            ['cloud', text.kinds.cloud],
            ['server', text.kinds.server],
          ]}
          value={kind}
          onPick={picked => onChange({ ...access, kind: picked })}
        />
      </div>
      <TextField
        label={text.address}
        errors={fields.address}
        type="url"
        placeholder={text.addressExamples[kind]}
        value={address}
        onType={typed => onChange({ ...access, address: typed })}
      />
      {isPlainHttp(access) && (
        <label className="connection-radio">
          <input
            type="checkbox"
            checked={allowHttp}
            onChange={event => onChange({ ...access, allowHttp: event.target.checked })}
          />
          <span>
            {text.allowHttp}
            <span className="hint">{text.allowHttpHint}</span>
          </span>
        </label>
      )}
      <TextField
        label={text.email[kind]}
        hint={text.emailHint[kind]}
        errors={fields.email}
        value={email}
        onType={typed => onChange({ ...access, email: typed })}
      />
      <TextField
        label={text.token[kind]}
        hint={text.tokenHint}
        errors={fields.token}
        isSecret
        value={token}
        onType={typed => onChange({ ...access, token: typed })}
      />
      <TextField
        label={text.name}
        hint={text.nameHint}
        errors={fields.name}
        value={name}
        onType={typed => onChange({ ...access, name: typed })}
      />
    </>
  )
}
