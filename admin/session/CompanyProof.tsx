import { usePerson } from '../lib/hooks/use-person.ts'

/** What stands for the password of people who have none. */
export function CompanyProof() {
  const label = usePerson().company_sign_in?.label ?? 'your company'
  return (
    <p className="help">
      You sign in with {label}. This works for 10 minutes after you did; later, sign out and sign in
      again first.
    </p>
  )
}
