import type { Ref } from 'react'
import type { SettingKind } from '#api/core/site-settings/contract/table.ts'
import { titleOf } from './queries.ts'
import styles from './SettingRow.module.css'

const types: Record<Exclude<SettingKind['kind'], 'switch' | 'choice' | 'choices'>, string> = {
  number: 'number',
  url: 'url',
  site: 'url',
  email: 'email',
  analytics: 'text',
  'time zone': 'text',
  country: 'text',
  text: 'text',
}

type Props = {
  ref: Ref<HTMLInputElement & HTMLSelectElement>
  settingKey: string
  kind: SettingKind
  value: string
  onChange: (value: string) => void
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A switch for booleans, else an input of the matching type. */
export function SettingInput({ settingKey, kind, value, onChange, ...rest }: Props) {
  if (kind.kind === 'switch')
    return (
      <label className={styles.switch}>
        <input
          {...rest}
          type="checkbox"
          role="switch"
          aria-label={titleOf(settingKey)}
          checked={value === 'true'}
          aria-checked={value === 'true'}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
        />
        <span aria-hidden>{value === 'true' ? 'On' : 'Off'}</span>
      </label>
    )
  if (kind.kind === 'choices') {
    const chosen = value ? value.split(',') : []
    return (
      <fieldset className={styles.choices} aria-label={titleOf(settingKey)}>
        {Object.entries(kind.choices).map(([choice, label], index) => (
          <label key={choice}>
            <input
              {...(index ? {} : rest)}
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={({ currentTarget }) =>
                onChange(
                  Object.keys(kind.choices)
                    .filter((one) =>
                      one === choice ? currentTarget.checked : chosen.includes(one),
                    )
                    .join(','),
                )
              }
            />
            {label}
          </label>
        ))}
      </fieldset>
    )
  }
  if (kind.kind === 'choice')
    return (
      <select
        {...rest}
        className="input"
        aria-label={titleOf(settingKey)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {!Object.hasOwn(kind.choices, value) && <option value={value}>Not set</option>}
        {Object.entries(kind.choices).map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    )
  const field = (
    <input
      {...rest}
      className="input"
      type={types[kind.kind]}
      {...(kind.kind === 'time zone' && { list: 'time-zones' })}
      {...(kind.kind === 'number' && {
        min: kind.min,
        max: kind.max,
        step: kind.decimals ? 'any' : undefined,
      })}
      aria-label={titleOf(settingKey)}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  if (kind.kind !== 'time zone') return field
  return (
    <>
      {field}
      <datalist id="time-zones">
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
