import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, MailQuestion } from 'lucide-react'
import { usePerson } from '../lib/hooks/use-person.ts'
import { formatCount } from '../lib/text/format.ts'
import { dashboardQuery } from './queries.ts'
import styles from './Waiting.module.css'

/** How many candidates wait for an answer, linked to their list. */
export function Waiting() {
  const { data } = useQuery(dashboardQuery(usePerson().id))
  if (!data?.waiting) return null
  return (
    <Link to="/applications" search={{ waiting: true }} className={styles.waiting}>
      <MailQuestion size={16} aria-hidden />
      <span>
        <strong>{formatCount(data.waiting)} waiting for a reply</strong>
        <span className={styles.why}> Overdue, or decided but not notified</span>
      </span>
      <ArrowRight size={15} aria-hidden />
    </Link>
  )
}
