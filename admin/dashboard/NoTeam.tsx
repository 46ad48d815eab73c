import { may } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../lib/hooks/use-person.ts'

/** What somebody without permissions waits for, until they are on a hiring team. */
export function NoTeam() {
  const person = usePerson()
  const isWaiting =
    person.role !== 'admin' &&
    !person.permissions.length &&
    !may(person, 'review_applications', 'any')
  if (!isWaiting) return null
  return (
    <section aria-label="Your hiring teams">
      <p>Somebody has to add you to a hiring team; then its applications are here.</p>
    </section>
  )
}
