import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, checked, complaint, read } from '../lib/api/api.ts'
import { formatDate } from '../lib/text/format.ts'
import { Field } from '../ui/form/Field.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { Loaded } from '../ui/States.tsx'
import styles from './Calendar.module.css'

const own = api.auth.calendar

const calendarQuery = queryOptions({
  queryKey: ['profile', 'calendar'],
  queryFn: () => read(own.$get()),
})

/** The private address at which a calendar program reads one's interviews. */
export function Calendar() {
  const query = useQuery(calendarQuery)
  const client = useQueryClient()
  const [details, setDetails] = useState<boolean>()
  const refresh = () => client.invalidateQueries({ queryKey: calendarQuery.queryKey })
  const make = useMutation({
    mutationFn: (json: { details: boolean }) => read(own.$post({ json })),
    onSuccess: refresh,
  })
  const end = useMutation({
    mutationFn: () => checked(own.$delete()),
    onSuccess: () => {
      make.reset()
      return refresh()
    },
  })
  const isBusy = make.isPending || end.isPending
  const failed = make.error ?? end.error
  const isMade = make.data !== undefined
  return (
    <Loaded query={query} failed="Failed to load your calendar address" rows={2}>
      {(calendar) => {
        const shown = details ?? calendar?.details ?? false
        return (
          <div className={`stack ${styles.calendar}`}>
            <p className="help">
              Subscribe to a private address in your calendar app to see your booked interviews
              there. Anyone who has the address can read them. A new address replaces the old one.
            </p>
            <label className={`line ${styles.choice}`}>
              <input
                type="checkbox"
                checked={shown}
                onChange={({ target }) => setDetails(target.checked)}
              />
              Also show full names, places and links, not only job, time and given name
            </label>
            {isMade && (
              <Field
                label="Your calendar address"
                htmlFor="calendar-address"
                help="Copy it now: it is shown only once."
              >
                {(control) => (
                  <input
                    {...control}
                    className="input"
                    readOnly
                    value={make.data.url}
                    onFocus={({ target }) => target.select()}
                  />
                )}
              </Field>
            )}
            {!isMade && calendar && (
              <p>You created an address on {formatDate(calendar.created_at)}.</p>
            )}
            <FormFailure>
              {failed ? complaint('The calendar address was not changed', failed) : undefined}
            </FormFailure>
            <div className="line wrap">
              <button
                type="button"
                className="button"
                aria-disabled={isBusy}
                onClick={() => !isBusy && make.mutate({ details: shown })}
              >
                {calendar ? 'Create a new address' : 'Create address'}
              </button>
              {calendar && (
                <button
                  type="button"
                  className="button danger"
                  aria-disabled={isBusy}
                  onClick={() => !isBusy && end.mutate()}
                >
                  Remove address
                </button>
              )}
            </div>
            <p className="visually-hidden" role="status">
              {isMade ? 'Your calendar address was created' : end.isSuccess ? 'It was removed' : ''}
            </p>
          </div>
        )
      }}
    </Loaded>
  )
}
