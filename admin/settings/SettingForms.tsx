import { type FormEvent, useEffect } from 'react'
import { may } from '#api/auth/contract/access.ts'
import { isComputed, kindOf, needForSetting } from '#api/settings/contract/table.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { type ControlProps, Field } from '../ui/form/Field.tsx'
import { ConfirmTwoStep } from './ConfirmTwoStep.tsx'
import { grouped, reasonFor, type Setting } from './queries.ts'
import styles from './SettingForms.module.css'
import { choicesOf, labelOf } from './section-form.ts'
import { fieldId } from './setting-link.ts'
import { TimeZoneOffer } from './TimeZoneOffer.tsx'
import { type SectionFormState, useSectionForm } from './use-section-form.ts'

type OnDirty = (id: number, forget: (() => void) | null) => void

/** The settings as one form per section, in words. */
export function SettingForms({ settings, onDirty }: { settings: Setting[]; onDirty: OnDirty }) {
  // The address of a link to one setting.
  useEffect(() => document.getElementById(location.hash.slice(1))?.focus(), [])
  return grouped(settings).map((group, index) => (
    <Section key={group.category} {...group} index={index} onDirty={onDirty} />
  ))
}

function Section({
  category,
  title,
  settings,
  index,
  onDirty,
}: {
  category: string
  title: string
  settings: Setting[]
  index: number
  onDirty: OnDirty
}) {
  const state = useSectionForm(category, title, settings)
  const { isDirty, clear, busy, save, discard, asking, stopAsking, restored } = state

  useEffect(() => {
    onDirty(index, isDirty ? clear : null)
    return () => onDirty(index, null)
  }, [index, isDirty, clear, onDirty])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    save(false)
  }
  return (
    <form
      className={styles.section}
      onSubmit={onSubmit}
      aria-labelledby={`${category}-form`}
      noValidate
    >
      <h2 id={`${category}-form`}>{title}</h2>
      {restored && (
        <p className="notice" role="status">
          We restored your unsaved changes.
        </p>
      )}
      {settings.map((setting) => (
        <SettingField key={setting.key} setting={setting} state={state} />
      ))}
      <div className={styles.buttons}>
        <button type="submit" className="button primary" aria-disabled={busy || !isDirty}>
          {busy ? 'Saving...' : `Save ${title}`}
        </button>
        {isDirty && (
          <button type="button" className="button" onClick={discard}>
            Cancel
          </button>
        )}
      </div>
      {asking && <ConfirmTwoStep onConfirm={() => save(true)} onClose={stopAsking} />}
    </form>
  )
}

function SettingField({ setting, state }: { setting: Setting; state: SectionFormState }) {
  const { key, description } = setting
  const isAllowed = may(usePerson(), needForSetting(key))
  const mayEdit = isAllowed && !isComputed(key)
  return (
    <>
      <Field
        label={labelOf(key)}
        htmlFor={fieldId(key)}
        error={state.errors[key]}
        help={`${description} ${reasonFor(key, isAllowed) ?? ''}`.trim()}
      >
        {(control) => <Control {...{ setting, state, control }} disabled={!mayEdit} />}
      </Field>
      {key === 'site_time_zone' && <TimeZoneOffer />}
    </>
  )
}

const inputModes = { email: 'email', url: 'url', site: 'url', number: 'decimal' } as const

function Control({
  setting,
  state: { valueFor, type, complete },
  control,
  disabled,
}: {
  setting: Setting
  state: SectionFormState
  control: ControlProps
  disabled: boolean
}) {
  const choices = choicesOf(setting.key)
  const { kind } = kindOf(setting.key)
  const value = valueFor(setting)
  if (choices)
    return (
      <select
        {...control}
        className="input"
        disabled={disabled}
        value={value}
        onChange={({ target }) => type(setting, target.value)}
      >
        {!choices.some(([choice]) => choice === value) && <option value={value}>Not set</option>}
        {choices.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    )
  return (
    <>
      <input
        {...control}
        className="input"
        inputMode={kind in inputModes ? inputModes[kind as keyof typeof inputModes] : undefined}
        list={kind === 'time zone' ? 'zones' : undefined}
        placeholder="Not set"
        autoComplete="off"
        dir="auto"
        disabled={disabled}
        value={value}
        onChange={({ target }) => type(setting, target.value)}
        onBlur={() => complete(setting)}
      />
      {kind === 'time zone' && (
        <datalist id="zones">
          {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      )}
    </>
  )
}
