import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePerson } from '../lib/hooks/use-person.ts'
import { waitingQuery } from './identities.ts'

/** For admins, where the company's sign-in is set up: who waits to be connected. */
export function WaitingLink() {
  const { role, company_sign_in } = usePerson()
  const isShown = role === 'admin' && Boolean(company_sign_in)
  const { data = [] } = useQuery({ ...waitingQuery, enabled: isShown })
  if (!isShown) return null
  return (
    <Link className="button" to="/users/waiting">
      Waiting for You
      {data.length > 0 && <span className="badge yellow">{data.length}</span>}
    </Link>
  )
}
