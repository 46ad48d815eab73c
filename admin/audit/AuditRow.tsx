import { Link } from '@tanstack/react-router'
import { auditWords } from '#api/core/audit/contract.ts'
import { useSiteTimeZone } from '../settings/public-settings.ts'
import { titleOf } from '../settings/queries.ts'
import { Moment } from '../ui/Moment.tsx'
import styles from './AuditRow.module.css'
import { factsOf } from './facts.ts'
import type { AuditEvent } from './queries.ts'

/** Links to the screen of each audit target. */
const screens: Record<string, (id: number) => string> = {
  application: (id) => `/applications/${id}`,
  resume: (id) => `/applications/${id}`,
  job: (id) => `/jobs/${id}/edit`,
  page: (id) => `/pages/${id}/edit`,
  menu: () => '/menus',
  user: (id) => `/users/${id}/edit`,
  password: (id) => `/users/${id}/edit`,
  second_factor: (id) => `/users/${id}/edit`,
}

/** One event as a sentence, with the new values. */
export function AuditRow({ event }: { event: AuditEvent }) {
  const { at, actor_name, action, ip, detail } = event
  const zone = useSiteTimeZone()
  const facts = factsOf(detail, zone)
  return (
    <li className={styles.row}>
      <Moment at={at} />
      <div className={styles.text}>
        <p>
          <strong>{actor_name || (ip ? 'Someone' : 'Foyer')}</strong> {auditWords[action]}{' '}
          <Target event={event} />
        </p>
        {facts.length > 0 && <p className={`note ${styles.facts}`}>{facts.join(' · ')}</p>}
      </div>
      <span className={styles.ip}>{ip}</span>
    </li>
  )
}

function Target({ event: { action, target_id, target_name } }: { event: AuditEvent }) {
  const [kind = '', verb] = action.split('.')
  const known = kind === 'setting' ? titleOf(target_name) : target_name
  const name = known || (target_id ? `#${target_id}` : '')
  const screen = verb !== 'deleted' && target_id ? screens[kind]?.(target_id) : undefined
  return screen ? <Link to={screen}>{name}</Link> : <strong>{name}</strong>
}
