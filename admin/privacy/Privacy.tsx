import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { OwnCategory } from '../settings/OwnCategories.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { Alerts } from './Alerts.tsx'
import { Pending } from './Pending.tsx'
import styles from './Privacy.module.css'
import { privacyQuery } from './queries.ts'
import { RulesForm } from './RulesForm.tsx'
import { Runs } from './Runs.tsx'

export default function Privacy() {
  const privacy = useQuery(privacyQuery)
  const mayReview = may(usePerson(), 'review_applications')
  return (
    <>
      <PageHeader title="Privacy" description="Data retention: when applications are deleted." />
      <Loaded query={privacy} failed="Failed to load the rules">
        {(data) => (
          <div className={`stack gap-7 narrow ${styles.sections}`}>
            <section aria-labelledby="rules">
              <h2 id="rules">How long applications are kept</h2>
              <p className={styles.lead}>
                Foyer deletes applications and everything attached to them this long after they were
                received, decided or withdrawn. Legal holds and{' '}
                {mayReview ? (
                  <Link to="/applications" search={{ keep: 'true', sort: 'kept_until' }}>
                    candidates who agreed to be kept longer
                  </Link>
                ) : (
                  <span>candidates who agreed to be kept longer</span>
                )}{' '}
                are skipped.
              </p>
              {data.pending && <Pending pending={data.pending} />}
              <RulesForm privacy={data} />
            </section>
            <section aria-labelledby="runs">
              <h2 id="runs">What was erased</h2>
              <Runs privacy={data} />
            </section>
            <Alerts />
            <OwnCategory category="privacy" title="What is kept and exported" isTitled />
          </div>
        )}
      </Loaded>
    </>
  )
}
