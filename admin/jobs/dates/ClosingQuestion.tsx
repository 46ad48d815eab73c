import { useRef, useState } from 'react'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import type { Job, JobFormState } from '../queries.ts'

/** `submit` saves the form. It asks, once, before a closing date in the past closes the job. */
export function useClosingQuestion(
  form: JobFormState,
  job: Job | undefined,
  save: () => Promise<unknown>,
) {
  const timeZone = useSiteTimeZone()
  const [isAsking, setAsking] = useState(false)
  const isAgreed = useRef(false)

  const submit = form.handleSubmit(({ is_active, closes_on = null }) => {
    const isOver = closes_on !== null && closes_on < dayIn(timeZone)
    const isKnown = !is_active && closes_on === job?.closes_on
    if (!isOver || isKnown || isAgreed.current) return save()
    setAsking(true)
  })
  const question = isAsking && (
    <Confirm
      title="The closing date is in the past"
      message="Visitors won't see this job, and nobody can apply."
      action="Save as closed"
      cancel="Go back"
      danger={false}
      onConfirm={() => {
        isAgreed.current = true
        void save()
      }}
      onClose={() => setAsking(false)}
    />
  )
  return { submit, question }
}
