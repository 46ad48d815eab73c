import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { longDay } from '../lib/text/format.ts'
import { dashboardQuery } from './queries.ts'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Warns admins before email stops, and after. */
export function ClientSecretEnds() {
  const endsOn = useQuery(dashboardQuery(usePerson().id)).data?.client_secret_ends_on
  if (!endsOn) return null
  const today = dayIn(ownZone)
  const hasEnded = endsOn < today
  const when = endsOn === today ? 'today' : `on ${longDay(endsOn, today)}`
  return (
    <section aria-labelledby="client-secret" className={`notice ${hasEnded ? 'red' : ''}`}>
      <h2 id="client-secret">
        The client secret for Microsoft 365 {hasEnded ? 'ended' : 'ends'} {when}
      </h2>
      <p>
        {hasEnded
          ? 'Email waits until there is a new one.'
          : 'After that, email waits and nobody gets any.'}{' '}
        Make a new one in Microsoft Entra, and{' '}
        <Link to="/settings/email">enter it with its date</Link>.
      </p>
    </section>
  )
}
