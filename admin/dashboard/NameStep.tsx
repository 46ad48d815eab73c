import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Resolver } from 'react-hook-form'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fieldErrors } from '#api/core/http/contract/problem.ts'
import { needForSetting } from '#api/core/site-settings/contract/table.ts'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { complaint, currentOf } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { type Setting, saveSetting, settingsKey, settingsQuery } from '../settings/queries.ts'
import { completed } from '../settings/setting-values.ts'
import { Field } from '../ui/form/Field.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { SaveConflict } from '../ui/save/SaveConflict.tsx'
import { resolved, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { setupQuery } from './queries.ts'
import styles from './SetUp.module.css'

const fields = [
  { key: 'site_name', label: 'Company name', placeholder: '', inputMode: 'text', help: undefined },
  {
    key: 'site_tagline',
    label: 'Tagline',
    placeholder: '',
    inputMode: 'text',
    help: 'Shown on the home page and at the foot of every page.',
  },
  {
    key: 'public_url',
    label: 'Site address',
    placeholder: 'https://careers.example.com',
    inputMode: 'url',
    help: undefined,
  },
] as const
type Name = (typeof fields)[number]['key']
type Values = Record<Name, string>
type Row = { id: number; updated_at: string; settings: Setting[] }

const asRow = (settings: Setting[]): Row => ({ id: 0, updated_at: '', settings })
const settingOf = (row: Row | undefined, name: Name) =>
  row?.settings.find(({ key }) => key === name)

function initialValue(setting: Setting | undefined) {
  if (!setting) return ''
  const { key, value } = setting
  if (key === 'site_name' && value === settingDefaults.site_name) return ''
  const { protocol, origin } = location
  return key === 'public_url' && !value && protocol === 'https:' ? origin : value
}

const valuesOf = (row?: Row) =>
  Object.fromEntries(fields.map(({ key }) => [key, initialValue(settingOf(row, key))])) as Values

// The server checks the rest: zod, which checks addresses, would add 28 KB to the dashboard.
const resolver: Resolver<Values, unknown, Values> = (values) =>
  resolved<Values, Values>(
    { site_name: values.site_name.trim() ? undefined : 'Enter your company name' },
    values,
  )

/** Saves what differs from `base`; throws a 409, or what is wrong by field. */
async function saveAll(values: Values, base: Row | undefined) {
  const details: { path: string[]; message: string }[] = []
  for (const { key } of fields) {
    const setting = settingOf(base, key)
    const value = completed(key, values[key])
    if (!setting || value === setting.value) continue
    await saveSetting(setting.id, value, setting.updated_at).catch((error: unknown) => {
      if (currentOf(error)) throw error
      const found = error instanceof ApiError && fieldErrors(error.body).value
      details.push({ path: [key], message: found || complaint('Failed to update setting', error) })
    })
  }
  if (details.length) throw new ApiError(400, { error: '', details })
}

/** The first step of setting up, done on the dashboard itself. */
export function NameStep() {
  const person = usePerson()
  const { data } = useQuery(settingsQuery)
  const mine = data?.filter(
    ({ key }) => fields.some((field) => field.key === key) && may(person, needForSetting(key)),
  )
  return mine?.length ? <NameForm settings={mine} /> : null
}

function NameForm({ settings }: { settings: Setting[] }) {
  const client = useQueryClient()
  const state = useEntityForm({
    kind: 'name and address',
    thing: 'page',
    stored: asRow(settings),
    valuesOf,
    resolver,
    names: Object.fromEntries(fields.map(({ key, label }) => [key, label])),
    draftName: null,
  })
  const saving = useSave(state, {
    save: (values, _, base) => saveAll(values, base),
    key: settingsKey,
    messageOf: () => 'Name and address saved',
    current: async (refusal) =>
      currentOf(refusal)
        ? asRow(await client.fetchQuery({ ...settingsQuery, staleTime: 0 }))
        : undefined,
    onSaved: () => client.invalidateQueries({ queryKey: setupQuery.queryKey }),
  })
  const { errors, isSubmitting } = state.form.formState
  const shown = fields.filter(({ key }) => settingOf(state.base, key))
  return (
    <form className={styles.form} aria-label="Name and address" onSubmit={saving.submit} noValidate>
      {shown.map(({ key, label, placeholder, inputMode, help }) => (
        <Field
          key={key}
          label={label}
          htmlFor={`set-up-${key}`}
          help={help}
          error={errors[key]?.message}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode={inputMode}
              placeholder={placeholder}
              autoComplete="off"
              {...state.form.register(key)}
            />
          )}
        </Field>
      ))}
      <SaveConflict saving={saving} />
      <FormFailure>{saving.failure}</FormFailure>
      <button type="submit" className="button primary" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Save'}
      </button>
    </form>
  )
}
