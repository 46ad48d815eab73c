import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fieldErrors } from '#api/core/http/contract/problem.ts'
import { needForSetting } from '#api/core/site-settings/contract/table.ts'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { unnamedAdministrator } from '#api/office/setup/contract/administrator.ts'
import { complaint } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { profile, usePerson } from '../lib/hooks/use-person.ts'
import { keepPerson } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { saveAccount } from '../session/account.ts'
import { type Setting, saveSetting, settingsKey, settingsQuery } from '../settings/queries.ts'
import { completed } from '../settings/setting-values.ts'
import { Field } from '../ui/form/Field.tsx'
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
type Values = Record<string, string>

/** Asked first, while the account still has the name that it was made with. */
const ownFields = [
  { key: 'first_name', label: 'Your first name' },
  { key: 'last_name', label: 'Your last name' },
] as const

const initialValue = ({ key, value }: Setting) => {
  if (key === 'site_name' && value === settingDefaults.site_name) return ''
  const { protocol, origin } = location
  return key === 'public_url' && !value && protocol === 'https:' ? origin : value
}

const errorOf = (error: unknown, field = 'value') =>
  (error instanceof ApiError && fieldErrors(error.body)[field]) ||
  complaint(field === 'value' ? 'Failed to update setting' : 'Your name was not saved', error)

/**
 * The first step of setting up, done on the dashboard itself. Without useSave, whose code would add
 * 60 KB to the first screen.
 */
export function NameStep() {
  const person = usePerson()
  const client = useQueryClient()
  const { data } = useQuery(settingsQuery)
  const [typed, setTyped] = useState<Values>({})
  const [errors, setErrors] = useState<Values>({})
  const [busy, setBusy] = useState(false)
  const isUnnamed =
    person.first_name === unnamedAdministrator.first_name &&
    person.last_name === unnamedAdministrator.last_name
  // Until the step is done: a field doesn't vanish when another could not be saved.
  const [own] = useState(isUnnamed ? ownFields : [])
  const shown = fields.flatMap((field) => {
    const setting = data?.find(({ key }) => key === field.key)
    return setting && may(person, needForSetting(field.key)) ? [{ ...field, setting }] : []
  })

  function show(found: Values) {
    setErrors(found)
    const [first] = [...own, ...shown].filter(({ key }) => found[key])
    if (first) document.getElementById(`set-up-${first.key}`)?.focus()
  }

  const save = useOnce(async () => {
    const values = shown.map(({ key, setting }) => ({
      key,
      setting,
      value: completed(key, typed[key] ?? initialValue(setting)),
    }))
    const names = Object.fromEntries(own.map(({ key }) => [key, typed[key]?.trim() ?? '']))
    const missing = Object.fromEntries([
      ...own.flatMap(({ key, label }) => (names[key] ? [] : [[key, `Enter y${label.slice(1)}`]])),
      // The server checks the rest: zod, which checks addresses, would add 28 KB to the dashboard.
      ...values.flatMap(({ key, value }) =>
        key === 'site_name' && !value ? [[key, 'Enter your company name']] : [],
      ),
    ])
    if (Object.keys(missing).length) return show(missing)
    setBusy(true)
    const failed: Values = {}
    if (own.length)
      await saveAccount(names).then(
        (account) => {
          keepPerson(account)
          client.setQueryData(profile.queryKey, account)
        },
        (error: unknown) => {
          failed.first_name = errorOf(error, 'first_name')
        },
      )
    for (const { key, setting, value } of values)
      if (value !== setting.value)
        await saveSetting(setting.id, value, setting.updated_at).catch((error: unknown) => {
          failed[key] = errorOf(error)
        })
    await Promise.all(
      [settingsKey, setupQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
    setBusy(false)
    show(failed)
    if (!Object.keys(failed).length) toast({ message: 'Name and address saved', kind: 'done' })
  })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    save()
  }
  if (!shown.length) return null
  return (
    <form className={styles.form} aria-label="Name and address" onSubmit={onSubmit} noValidate>
      {own.map(({ key, label }) => (
        <Field key={key} label={label} htmlFor={`set-up-${key}`} error={errors[key]}>
          {(control) => (
            <input
              {...control}
              className="input"
              autoComplete={key === 'first_name' ? 'given-name' : 'family-name'}
              value={typed[key] ?? ''}
              onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
            />
          )}
        </Field>
      ))}
      {shown.map(({ key, label, placeholder, inputMode, help, setting }) => (
        <Field key={key} label={label} htmlFor={`set-up-${key}`} help={help} error={errors[key]}>
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode={inputMode}
              placeholder={placeholder}
              autoComplete="off"
              value={typed[key] ?? initialValue(setting)}
              onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
            />
          )}
        </Field>
      ))}
      <button type="submit" className="button primary" aria-disabled={busy}>
        {busy ? 'Saving...' : 'Save'}
      </button>
    </form>
  )
}
