import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, ExternalLink } from 'lucide-react'
import { lazy, Suspense, use, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { sitePath } from '../lib/site-address.ts'
import { maySee, NavigationItems } from '../navigation.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loading } from '../ui/States.tsx'
import { ClientSecretEnds } from './ClientSecretEnds.tsx'
import styles from './Dashboard.module.css'
import { Mine } from './Mine.tsx'
import { NoTeam } from './NoTeam.tsx'
import { MyJobs, OpenJobs } from './OpenJobs.tsx'
import { type SetupStep, setupQuery } from './queries.ts'
import { Since } from './Since.tsx'
import { StatusTiles } from './StatusTiles.tsx'
import { Today } from './Today.tsx'

// Few visits need it, all wait for what the dashboard imports.
const SetUp = lazy(() => import('./SetUp.tsx'))

const isLeft = ({ done, skipped }: SetupStep) => !done && !skipped

/**
 * The steps of setting up. Whether they are shown is decided once per visit, and by skipping them:
 * what a person is about to press doesn't vanish when the last step turns out to be done.
 */
function useSetUp(enabled: boolean) {
  const { data: steps, isPending, failureCount } = useQuery({ ...setupQuery, enabled })
  const [isShown, setShown] = useState<boolean>()
  if (steps?.length && isShown === undefined) setShown(steps.some(isLeft))
  const onSkip = (steps: SetupStep[]) => setShown(steps.some(isLeft))
  return { steps, isShown, onSkip, isWaiting: enabled && isPending && !failureCount }
}

export default function Dashboard() {
  const person = usePerson()
  const { steps, isShown, onSkip, isWaiting } = useSetUp(may(person, 'manage_settings'))
  const cards = use(NavigationItems).filter((item) => item.what && maySee(person, item))
  const reviews = may(person, 'review_applications', 'any')
  const rest = (
    <div className={styles.columns}>
      <div className={`stack gap-6 ${styles.first}`}>
        <ClientSecretEnds />
        <NoTeam />
        {reviews && <Mine />}
        <Today />
        {reviews && <Since />}
        <MyJobs />
      </div>
      <div className={`stack gap-6 ${styles.side}`}>
        {reviews && (
          <section aria-labelledby="applications">
            <div className={`between wrap ${styles.head}`}>
              <h2 id="applications">Applications</h2>
              <Link to="/applications" className={styles.all}>
                View All Applications <ArrowRight size={15} aria-hidden />
              </Link>
            </div>
            <StatusTiles />
            <Link to="/applications/reports" className={styles.all}>
              Reports <ArrowRight size={15} aria-hidden />
            </Link>
          </section>
        )}
        <section aria-label="Quick actions">
          <ul className={`stack gap-2 ${styles.cards}`}>
            {cards.map(({ path, label, what, icon: Icon }) => (
              <li key={path}>
                <Link to={path} className={`row box ${styles.card}`}>
                  <Icon size={17} strokeWidth={1.75} aria-hidden /> {label}{' '}
                  <span className="visually-hidden">{what}</span>
                </Link>
              </li>
            ))}
            <li>
              <a
                href={sitePath('/')}
                target="_blank"
                rel="noreferrer"
                className={`row box ${styles.card}`}
              >
                <ExternalLink size={17} strokeWidth={1.75} aria-hidden /> View Site{' '}
                <span className="visually-hidden">Open your site</span>
              </a>
            </li>
          </ul>
        </section>
      </div>
      <div className={`stack ${styles.others}`}>
        <OpenJobs />
      </div>
    </div>
  )
  return (
    <>
      <PageHeader
        title={`Welcome back, ${fullName(person)}`}
        documentTitle="Dashboard"
        actions={
          isShown === false && (
            <Link to="/live" className={styles.all}>
              Your site is live <ArrowRight size={15} aria-hidden />
            </Link>
          )
        }
      />
      {/* The rest waits for the steps, and isn't pushed down by them. */}
      {isWaiting ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          {isShown && steps && <SetUp steps={steps} onSkip={onSkip} />}
          {rest}
        </Suspense>
      )}
    </>
  )
}
