import { useState } from 'react'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import type { Range } from '#api/hiring/applications/contract/filters.ts'
import { useSiteTimeZone } from '../../../settings/public-settings.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { dayOf, labelOfRange, periodOf, periods, rangeIn, withRange } from '../../periods.ts'
import type { Address } from '../../use-address.ts'
import styles from './FilterMenu.module.css'

const between = 'between'

/** A period such as yesterday, or the first and the last day, which are typed. */
export function DaysFilter({
  range,
  address: { filters, filter },
}: {
  range: Range
  address: Address
}) {
  const today = dayIn(useSiteTimeZone())
  const { from, to } = rangeIn(filters, range)
  const period = periodOf({ from, to })
  const isSet = Boolean(from || to)
  const [{ isTyped, wasSet }, setState] = useState({ isTyped: false, wasSet: isSet })
  // Without days, as after Clear All Filters, nothing is typed any more.
  if (wasSet !== isSet) setState({ isTyped: isTyped && isSet, wasSet: isSet })
  const isBetween = isTyped || (isSet && !period)
  const label = labelOfRange(range)
  const set = (days: { from?: string | undefined; to?: string | undefined }) =>
    filter(withRange(range, days))
  const choose = (value: string) => {
    setState({ isTyped: value === between, wasSet: isSet })
    if (value !== between) set(periods.find((one) => one.label === value) ?? {})
  }
  return (
    <>
      <Field label={label} htmlFor={`filter-${range}`}>
        {(control) => (
          <select
            className="input"
            {...control}
            value={isBetween ? between : (period?.label ?? '')}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">Any day</option>
            {periods.map(({ label }) => (
              <option key={label}>{label}</option>
            ))}
            <option value={between}>Between two days</option>
          </select>
        )}
      </Field>
      {isBetween && (
        <div className={styles.days}>
          {(['from', 'to'] as const).map((edge) => {
            const word = { from, to }[edge]
            return (
              <DayField
                key={edge}
                id={`filter-${range}-${edge}`}
                label={`${label} ${edge === 'from' ? 'from' : 'until'}`}
                day={word ? dayOf(word, today) : ''}
                onChange={(day) => set({ from, to, [edge]: day })}
              />
            )
          })}
        </div>
      )}
    </>
  )
}

/** Keeps a date that is still being typed. */
function DayField({
  id,
  label,
  day,
  onChange,
}: {
  id: string
  label: string
  day: string
  onChange: (day: string) => void
}) {
  const [{ known, typed }, setState] = useState({ known: day, typed: day })
  if (known !== day) setState({ known: day, typed: day })
  return (
    <Field label={label} htmlFor={id}>
      {(control) => (
        <input
          type="date"
          className="input"
          {...control}
          min="1900-01-01"
          max="9998-12-31"
          value={typed}
          onChange={({ target: { value, validity } }) => {
            setState({ known, typed: value })
            if (validity.valid) onChange(value)
          }}
        />
      )}
    </Field>
  )
}
