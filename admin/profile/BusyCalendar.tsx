import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { busyCalendarInput, calendarProblems } from '#api/hiring/busy-calendars/contract.ts'
import { api, checked, read } from '../lib/api/api.ts'
import { formatDateTime } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { Loaded } from '../ui/States.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import styles from './BusyCalendar.module.css'

const own = api.auth['busy-calendar']
type Calendar = NonNullable<InferResponseType<typeof own.$get, 200>>

const busyCalendarQuery = queryOptions({
  queryKey: ['profile', 'busy-calendar'],
  queryFn: () => read(own.$get()),
})

/** The address of one's own calendar, of which Foyer reads the busy hours. */
export function BusyCalendar() {
  const query = useQuery(busyCalendarQuery)
  const words = useRef<HTMLParagraphElement>(null)
  const focus = () => words.current?.focus()
  const isGiven = query.data === undefined ? undefined : query.data !== null
  const wasGiven = useRef(isGiven)
  // What had the focus is gone: the form, or the button that removes.
  useLayoutEffect(() => {
    if (wasGiven.current !== undefined && wasGiven.current !== isGiven) words.current?.focus()
    wasGiven.current = isGiven
  }, [isGiven])
  return (
    <Loaded query={query} failed="Failed to load your calendar" rows={2}>
      {(calendar) => (
        <div className="stack gap-4">
          <p ref={words} tabIndex={-1} className={`help ${styles.words}`}>
            Foyer reads when you are busy: candidates are not offered those times, and colleagues
            who propose interviews with you see them, without titles. The address is encrypted and
            never shown again.
          </p>
          {calendar ? (
            <Given calendar={calendar} onDone={focus} />
          ) : (
            <AddressForm action="Save address" />
          )}
        </div>
      )}
    </Loaded>
  )
}

function Given({
  calendar: { host, read_at, failure },
  onDone,
}: {
  calendar: Calendar
  onDone: () => void
}) {
  const client = useQueryClient()
  const [isReplacing, setIsReplacing] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  function close() {
    setIsReplacing(false)
    onDone()
  }
  return (
    <>
      <p className={styles.state}>
        <span className={`badge ${failure ? 'yellow' : 'green'}`}>
          {failure ? 'Could not be read' : 'In use'}
        </span>{' '}
        <bdi>{host}</bdi>
        <span>{`, last read on ${formatDateTime(read_at)}`}</span>
      </p>
      {failure && <p className="notice">{calendarProblems[failure]}</p>}
      {isReplacing ? (
        <AddressForm action="Replace address" hasFocus onDone={close} onCancel={close} />
      ) : (
        <div className={`line wrap gap-3 ${styles.actions}`}>
          <button type="button" className="button danger" onClick={() => setIsRemoving(true)}>
            Remove address
          </button>
          <button type="button" className="button" onClick={() => setIsReplacing(true)}>
            Enter another address
          </button>
        </div>
      )}
      {isRemoving && (
        <Confirm
          title="Remove the address of your calendar?"
          message="Candidates may then be offered times at which you are busy. To use the calendar again, you enter the address again."
          action="Remove address"
          busyAction="Removing..."
          failed="Failed to remove the address"
          onConfirm={async () => {
            await checked(own.$delete())
            client.setQueryData(busyCalendarQuery.queryKey, null)
            toast({ message: 'Your calendar is no longer read', kind: 'done' })
          }}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  )
}

const empty = { url: '' }

function AddressForm({
  action,
  hasFocus = false,
  onDone,
  onCancel,
}: {
  action: string
  hasFocus?: boolean
  onDone?: () => void
  onCancel?: () => void
}) {
  const client = useQueryClient()
  const state = useEntityForm({
    kind: 'busy-calendar',
    stored: undefined,
    valuesOf: () => empty,
    resolver: zodResolver(busyCalendarInput),
    // A secret is not kept on the device.
    draftName: null,
  })
  const { form, isDirty, startFrom } = state
  const saving = useSave(state, {
    save: (json) => read(own.$put({ json })),
    messageOf: () => 'Your calendar was read and is in use',
    failed: 'Failed to save the address',
    onSaved: (saved) => {
      startFrom()
      client.setQueryData(busyCalendarQuery.queryKey, saved)
      onDone?.()
    },
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (hasFocus) setFocus('url')
  }, [hasFocus, setFocus])
  return (
    <form className="stack gap-4" onSubmit={saving.submit} noValidate>
      <UnsavedGuard dirty={isDirty} />
      <TextField
        label="Secret address of your calendar *"
        help="Google Calendar: Settings and sharing › Integrate calendar › Secret address in iCal format. Outlook: Settings › Calendar › Shared calendars › Publish a calendar › ICS. Nextcloud: edit the calendar › Share link › Copy subscription link."
        error={errors.url?.message}
        {...form.register('url')}
      />
      <FormFailure>{saving.failure}</FormFailure>
      <div className={`line wrap gap-3 ${styles.actions}`}>
        {onCancel && (
          <button type="button" className="button quiet" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button type="submit" className="button" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Reading the calendar...' : action}
        </button>
      </div>
    </form>
  )
}
