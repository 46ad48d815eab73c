import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import styles from './CallDetail.module.css'

/** The way back to the list, where a small screen shows only one of the two. */
export const BackToCalls = ({ q }: { q: string }) => (
  <Link to="/api" search={q ? { q } : {}} className={styles.back}>
    <ArrowLeft size={15} aria-hidden /> All calls
  </Link>
)
