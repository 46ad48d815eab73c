import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fieldErrors } from '#api/core/http/contract/problem.ts'
import { needForSetting } from '#api/core/site-settings/contract/table.ts'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { complaint } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { toast } from '../lib/toasts.ts'
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

const initialValue = ({ key, value }: Setting) => {
  if (key === 'site_name' && value === settingDefaults.site_name) return ''
  const { protocol, origin } = location
  return key === 'public_url' && !value && protocol === 'https:' ? origin : value
}

const errorOf = (error: unknown) =>
  (error instanceof ApiError && fieldErrors(error.body).value) ||
  complaint('Failed to update setting', error)

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
  const shown = fields.flatMap((field) => {
    const setting = data?.find(({ key }) => key === field.key)
    return setting && may(person, needForSetting(field.key)) ? [{ ...field, setting }] : []
  })

  function show(found: Values) {
    setErrors(found)
    const [first] = shown.filter(({ key }) => found[key])
    if (first) document.getElementById(`set-up-${first.key}`)?.focus()
  }

  const save = useOnce(async () => {
    const values = shown.map(({ key, setting }) => ({
      key,
      setting,
      value: completed(key, typed[key] ?? initialValue(setting)),
    }))
    // The server checks the rest: zod, which checks addresses, would add 28 KB to the dashboard.
    if (values.some(({ key, value }) => key === 'site_name' && !value))
      return show({ site_name: 'Enter your company name' })
    setBusy(true)
    const failed: Values = {}
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
