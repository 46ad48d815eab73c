import { Link } from '@tanstack/react-router'
import {
  AtSign,
  CalendarClock,
  FileUser,
  KeyRound,
  type LucideIcon,
  MailWarning,
  MessagesSquare,
} from 'lucide-react'
import { useId } from 'react'
import { longTimeIn } from '#api/hiring/interviews/contract/time.ts'
import { formatDate } from '../lib/text/format.ts'
import { byDay } from './days.ts'
import styles from './Notifications.module.css'
import type { Notification } from './queries.ts'

type Words = { icon: LucideIcon; title: string; detail: string; to: string; search?: object }

function wordsOf(notification: Notification): Words {
  switch (notification.kind) {
    case 'mention':
      return {
        icon: AtSign,
        title: `${notification.by} mentioned you about ${notification.applicant}`,
        detail: notification.text,
        to: `/applications/${notification.application_id}`,
        search: { tab: 'conversation' },
      }
    case 'message':
      return {
        icon: MessagesSquare,
        title: `${notification.applicant} wrote`,
        detail: notification.text,
        to: `/applications/${notification.application_id}`,
        search: { tab: 'conversation' },
      }
    case 'interview': {
      const { applicant, application_id, is_declined, job_title, reply, time, time_zone } =
        notification
      const when = time && longTimeIn(time, time_zone)
      return {
        icon: CalendarClock,
        title: !is_declined
          ? `${applicant} picked ${when}`
          : when
            ? `${applicant} canceled the interview on ${when}`
            : `${applicant} asks for other times`,
        detail: reply ?? `Interview: ${job_title}`,
        to: `/applications/${application_id}`,
        search: { tab: 'interviews' },
      }
    }
    case 'application':
      return {
        icon: FileUser,
        title: `${notification.applicant} applied`,
        detail: notification.job_title,
        to: `/applications/${notification.id}`,
      }
    case 'email':
      return {
        icon: MailWarning,
        title: `Email to ${notification.to_address} failed`,
        detail: notification.subject,
        to: '/email',
        search: { state: 'failed' },
      }
    case 'token': {
      const { name, expires_at } = notification
      const isOver = Date.parse(expires_at) <= Date.now()
      return {
        icon: KeyRound,
        title: `The API token “${name}” ${isOver ? 'has expired' : 'expires soon'}`,
        detail: isOver
          ? 'Programs that use it have stopped'
          : `It works until ${formatDate(expires_at)}`,
        to: '/api',
      }
    }
  }
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

type Props = { notifications: readonly Notification[]; onFollow: () => void }

/** Links to what happened, by day. */
export const NotificationDays = ({ notifications, onFollow }: Props) =>
  byDay(notifications).map(({ name, notifications: group }) => (
    <Day key={name} name={name} notifications={group} onFollow={onFollow} />
  ))

function Day({ name, notifications, onFollow }: Props & { name: string }) {
  const id = useId()
  return (
    <>
      <h3 id={id}>{name}</h3>
      <ul aria-labelledby={id}>
        {notifications.map((one) => (
          <Item key={`${one.kind}-${one.id}`} notification={one} onFollow={onFollow} />
        ))}
      </ul>
    </>
  )
}

function Item({ notification, onFollow }: { notification: Notification; onFollow: () => void }) {
  const { icon: Icon, title, detail, to, search = {} } = wordsOf(notification)
  const { at, is_unread } = notification
  return (
    <li>
      <Link to={to} search={search} className={styles.item} onClick={onFollow}>
        <Icon size={17} strokeWidth={1.75} aria-hidden />
        <span className={styles.text}>
          <span className={is_unread ? styles.new : undefined} dir="auto">
            {is_unread && <span className="visually-hidden">New: </span>}
            <span>{title}</span>
          </span>
          <span className={`note ${styles.detail}`} dir="auto">
            {detail}
          </span>
        </span>
        <time dateTime={at}>{clock.format(new Date(at))}</time>
      </Link>
    </li>
  )
}
