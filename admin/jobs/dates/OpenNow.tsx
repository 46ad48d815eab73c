import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { longDay } from '../../lib/text/format.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import type { LostDate } from './lost-date.ts'

/** Asks before Activate removes a date. */
export function OpenNow({
  lost,
  ...dialog
}: {
  lost: LostDate
  onConfirm: () => void
  onClose: () => void
}) {
  const today = dayIn(useSiteTimeZone())
  const isEarly = 'opens_on' in lost
  return (
    <Confirm
      title={
        isEarly
          ? `Open now instead of on ${longDay(lost.opens_on, today)}?`
          : `Open again after ${longDay(lost.closes_on, today)}?`
      }
      message={
        isEarly
          ? 'Visitors will see this job at once, and its opening date is removed.'
          : 'Visitors will see this job at once, and its closing date, which has passed, is removed.'
      }
      action="Open now"
      danger={false}
      {...dialog}
    />
  )
}
