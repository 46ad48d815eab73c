import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { type ApiScope, mayGrant } from '#api/accounts/tokens/contract/scopes.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { Field, FieldError } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { checkedByServer, type Stored, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import styles from './NewToken.module.css'
import { type CreatedToken, createToken, tokensQuery } from './queries.ts'
import { type Area, areaOf, areas } from './scope-words.ts'

const areaLabels: Record<Area, string> = {
  applications: 'Applications',
  jobs: 'Jobs',
  pages: 'Pages',
}
const dayMs = 86_400_000
const lifetimes = [
  [30, '30 days'],
  [90, '90 days'],
  [180, '180 days'],
  [365, 'A year'],
] as const

type Values = { name: string; scopes: ApiScope[]; days: number }

/** A form that can be sent as it opens: a token to read the first area the person may. */
export function NewToken({
  count,
  onCreated,
  onClose,
}: {
  /** How many tokens there are, for the name. */
  count: number
  onCreated: (token: CreatedToken) => void
  onClose: () => void
}) {
  const me = usePerson()
  const id = useId()
  const offered = areas.filter((area) => mayGrant(me, `${area}:read`))
  const state = useEntityForm<Values, Values, Stored>({
    kind: 'token',
    stored: undefined,
    valuesOf: () => ({
      name: `Token ${count + 1}`,
      scopes: offered.slice(0, 1).map((area): ApiScope => `${area}:read`),
      days: 90,
    }),
    resolver: checkedByServer,
    draftName: null,
  })
  const { form } = state
  const { errors } = form.formState
  const saving = useSave(state, {
    save: ({ name, scopes, days }) =>
      createToken({ name, scopes, expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
    key: tokensQuery.queryKey,
    messageOf: () => '',
    failed: 'The token was not created',
    fieldOf: ([name]) => (name === 'expires_at' ? 'days' : String(name)),
    onSaved: onCreated,
  })
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title="New Token"
      action="Create Token"
      busyAction="Creating..."
      size="small"
    >
      <TextField
        label="Name *"
        help="The activity log names what the token does by it."
        error={errors.name?.message}
        maxLength={100}
        data-autofocus
        onFocus={({ target }) => target.select()}
        {...form.register('name')}
      />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field: { value, onChange, ref }, fieldState }) => (
          <fieldset className={`stack gap-3 ${styles.scopes}`}>
            <legend className="label">What it may do</legend>
            {offered.map((area, place) => (
              <AreaField
                key={area}
                id={`${id}-${area}`}
                area={area}
                mayWrite={mayGrant(me, `${area}:write`)}
                value={value.find((scope) => areaOf(scope) === area)}
                ref={place === 0 ? ref : undefined}
                onChange={(scope) =>
                  onChange([
                    ...value.filter((one) => areaOf(one) !== area),
                    ...(scope ? [scope] : []),
                  ])
                }
              />
            ))}
            <FieldError id={`${id}-error`} message={fieldState.error?.message} />
          </fieldset>
        )}
      />
      <SelectField
        label="Expires after"
        help="Then the program needs a new token."
        error={errors.days?.message}
        {...form.register('days', { setValueAs: Number })}
      >
        {lifetimes.map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

function AreaField({
  id,
  area,
  mayWrite,
  value,
  ref,
  onChange,
}: {
  id: string
  area: Area
  mayWrite: boolean
  value: ApiScope | undefined
  ref: React.Ref<HTMLSelectElement> | undefined
  onChange: (scope: ApiScope | undefined) => void
}) {
  return (
    <Field label={areaLabels[area]} htmlFor={id}>
      {(control) => (
        <select
          {...control}
          ref={ref}
          className="input"
          value={value ?? ''}
          onChange={({ target }) => onChange((target.value || undefined) as ApiScope | undefined)}
        >
          <option value="">No access</option>
          <option value={`${area}:read`}>Read</option>
          {mayWrite && <option value={`${area}:write`}>Read and change</option>}
        </select>
      )}
    </Field>
  )
}
