import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../lib/text/format.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { Loaded } from '../ui/States.tsx'
import { resolved, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { alertsQuery, endAlerts } from './queries.ts'

const subscriptions = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'subscription' : 'subscriptions'}`

/** How many people get new jobs by email, and a way to end it for one address. */
export function Alerts() {
  const count = useQuery(alertsQuery)
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby="alerts">
      <h2 id="alerts">New jobs by email</h2>
      <div className="stack gap-4">
        <Loaded query={count} failed="Failed to count the subscriptions" rows={1}>
          {({ confirmed, unconfirmed }) => (
            <p role="status">
              {`${subscriptions(confirmed)}${
                unconfirmed ? `, and ${formatCount(unconfirmed)} not confirmed yet` : ''
              }.`}{' '}
              Each ends with a link in its emails, or after a year unless it is confirmed again.
            </p>
          )}
        </Loaded>
        <div>
          <button type="button" className="button" onClick={() => setAsking(true)}>
            Delete an Address…
          </button>
        </div>
      </div>
      {isAsking && <EndAlerts onClose={() => setAsking(false)} />}
    </section>
  )
}

type Values = { email: string }

const resolver = (values: Values) =>
  resolved<Values, Values>(
    { email: values.email.trim() ? undefined : 'Enter an email address' },
    values,
  )

function EndAlerts({ onClose }: { onClose: () => void }) {
  const state = useEntityForm({
    kind: 'alerts',
    stored: undefined,
    valuesOf: (): Values => ({ email: '' }),
    resolver,
    draftName: null,
  })
  const { register, formState } = state.form
  const saving = useSave(state, {
    save: ({ email }) => endAlerts(email),
    key: alertsQuery.queryKey,
    messageOf: ({ ended }) =>
      ended
        ? `${subscriptions(ended)} deleted, with all emails`
        : 'This address has no subscriptions',
    failed: 'Nothing was deleted',
    onSaved: onClose,
  })
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title="Delete an address"
      action="Delete"
      busyAction="Deleting..."
      look="danger"
      size="small"
    >
      <p>
        Deletes all subscriptions of this address to new jobs, and the emails that were sent for
        them. Applications stay.
      </p>
      <TextField
        label="Email *"
        type="email"
        error={formState.errors.email?.message}
        {...register('email')}
      />
    </FormDialog>
  )
}
