import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { OverdueBadge, SpamBadge, WithdrawnBadge } from '../../status/StatusBadge.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { useFocusedHeading } from '../../ui/PageHeader.tsx'
import { backToList } from '../back-to-list.ts'
import type { Application } from '../queries.ts'
import styles from './TopBar.module.css'

/** Who it is about, the way back to the list and along it, and what is done less often. */
export function TopBar({
  application,
  isLeaving,
  neighbors,
  tags,
  actions,
}: {
  application: Application
  /** Whether the next application is loading. */
  isLeaving: boolean
  /** Keeps the focus while the next application loads. */
  neighbors: ReactNode
  tags: ReactNode
  actions: ReactNode
}) {
  const { id } = application
  const back = backToList(id)
  return (
    <header className={styles.bar}>
      <div className={styles.way}>
        <Link className={`row gap-1 meta ${styles.back}`} to={back.to} search={back.search}>
          <ArrowLeft size={15} aria-hidden /> {back.label}
        </Link>
        {neighbors}
      </div>
      <div key={id} className={styles.who} inert={isLeaving}>
        <div className={styles.names}>
          <Name application={application} />
          {application.withdrawn_at && <WithdrawnBadge />}
          {application.suspicious && <SpamBadge />}
          {application.overdue && <OverdueBadge status={application.status} />}
          {tags}
        </div>
        <p className={`meta ${styles.about}`}>
          <span className={styles.job} title={application.job_title}>
            {application.job_title}
          </span>
          <span className={styles.applied}>
            Applied <Moment at={application.created_at} />
          </span>
        </p>
      </div>
      <div className={`row ${styles.actions}`} inert={isLeaving}>
        {actions}
      </div>
    </header>
  )
}

function Name({ application }: { application: Application }) {
  const heading = useFocusedHeading({
    path: location.pathname.replace(/\d+$/, String(application.id)),
  })
  const name = fullName(application)
  useEffect(() => {
    document.title = `${name} | Back office`
  }, [name])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.name} title={name}>
      {name}
    </h1>
  )
}
