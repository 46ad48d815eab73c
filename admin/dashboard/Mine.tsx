import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ArrowRight,
  AtSign,
  CalendarClock,
  Footprints,
  Inbox,
  type LucideIcon,
  MailQuestion,
  MailWarning,
} from 'lucide-react'
import { unreadQuery } from '../applications/queries.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { formatSome } from '../lib/text/format.ts'
import { type NotificationList, notificationsQuery } from '../notifications/queries.ts'
import { Failed } from '../ui/States.tsx'
import shared from './Dashboard.module.css'
import styles from './Mine.module.css'
import { type Dashboard, dashboardQuery } from './queries.ts'

type Line = {
  icon: LucideIcon
  title: string
  detail?: string
  to: string
  search?: Record<string, string | true>
}

/** The bell has the others. */
const maxMentions = 3

const counted = (count: number, noun: string, nouns = `${noun}s`) =>
  `${formatSome(count)} ${count === 1 ? noun : nouns}`

function linesOf(
  { due, step_due, waiting, untold }: Pick<Dashboard, 'due' | 'step_due' | 'waiting' | 'untold'>,
  { notifications }: NotificationList,
  unread: number,
): Line[] {
  const decided = untold ?? 0
  const overdue = (waiting ?? 0) - decided
  // Some whose answer is due today have waited too long since this morning.
  const today = Math.max(0, (due?.today ?? 0) + (due?.late ?? 0) - overdue)
  const fresh = notifications.filter(({ is_unread }) => is_unread)
  const mentions = fresh.filter((one) => one.kind === 'mention')
  const failed = fresh.filter((one) => one.kind === 'email').length
  return [
    ...(overdue || decided
      ? [
          {
            icon: MailQuestion,
            title: [
              overdue && `${formatSome(overdue)} overdue`,
              decided && `${formatSome(decided)} decided, not told yet`,
            ]
              .filter(Boolean)
              .join(' · '),
            to: '/applications',
            search: { waiting: true } as const,
          },
        ]
      : []),
    ...(today
      ? [
          {
            icon: CalendarClock,
            title: `${counted(today, 'reply', 'replies')} due today`,
            to: '/applications',
            search: { due: true, sort: 'created_at' } as const,
          },
        ]
      : []),
    ...(step_due
      ? [
          {
            icon: Footprints,
            title: `${counted(step_due, 'step')} due`,
            to: '/applications',
            search: { step_due: true } as const,
          },
        ]
      : []),
    ...mentions.slice(0, maxMentions).map(({ by, applicant, text, application_id }) => ({
      icon: AtSign,
      title: `${by} mentioned you about ${applicant}`,
      detail: text,
      to: `/applications/${application_id}`,
      search: { tab: 'conversation' } as const,
    })),
    ...(unread
      ? [
          {
            icon: Inbox,
            title: counted(unread, 'unread application'),
            to: '/applications',
            search: { unread: true } as const,
          },
        ]
      : []),
    ...(failed
      ? [
          {
            icon: MailWarning,
            title: `${counted(failed, 'email')} failed`,
            to: '/email',
            search: { state: 'failed' },
          },
        ]
      : []),
  ]
}

/** What waits for this person, each a line with a link; one sentence when nothing does. */
export function Mine() {
  const read = [
    useQuery(dashboardQuery(usePerson().id)),
    useQuery(notificationsQuery),
    useQuery(unreadQuery),
  ] as const
  const [dashboard, notifications, unread] = [read[0].data, read[1].data, read[2].data]
  const isLoaded = dashboard && notifications && unread !== undefined
  const lines = isLoaded ? linesOf(dashboard, notifications, unread) : []
  const failed = isLoaded ? [] : read.filter(({ error }) => error)
  return (
    <section aria-labelledby="mine" aria-busy={!isLoaded && !failed.length}>
      <div className={`between ${shared.head}`}>
        <h2 id="mine">For you</h2>
      </div>
      {failed[0] ? (
        <Failed
          message="Failed to load what waits for you"
          error={failed[0].error}
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      ) : isLoaded && !lines.length ? (
        <p className={styles.nothing}>Nothing waits for you.</p>
      ) : (
        <ul className={`box ${styles.lines}`}>
          {lines.map(({ icon: Icon, title, detail, to, search = {} }) => (
            <li key={`${title} ${detail}`}>
              <Link to={to} search={search} className={`stack gap-3 ${styles.line}`}>
                <Icon size={16} aria-hidden />
                <span className={`clip ${styles.text}`} dir="auto">
                  <strong>{title}</strong>{' '}
                  {detail && <span className={`faint ${styles.why}`}>{detail}</span>}
                </span>
                <ArrowRight size={15} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
