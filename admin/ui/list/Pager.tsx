import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import type { LinkTarget } from '../../lib/link-target.ts'
import { formatCapped, formatCount } from '../../lib/text/format.ts'
import styles from './Pager.module.css'

/** The visible range ('1–50 of 1,234') and links to the adjacent pages; nothing if there is one. */
export function Pager({
  page,
  perPage,
  total,
  isCapped = false,
  linkTo,
}: {
  page: number
  perPage: number
  total: number
  /** There are more than `total`. */
  isCapped?: boolean
  linkTo: (page: number) => LinkTarget
}) {
  if (total <= perPage) return null
  const last = Math.ceil(total / perPage)
  const from = (page - 1) * perPage + 1
  const to = isCapped ? page * perPage : Math.min(page * perPage, total)
  return (
    <nav className={`between wrap meta tabular ${styles.pager}`} aria-label="Pages of the list">
      <p>
        {formatCount(from)}–{formatCount(to)} of {formatCapped(total, isCapped)}
      </p>
      <div className="line">
        <PageLink label="Previous" icon={ChevronLeft} target={page > 1 && linkTo(page - 1)} />
        <PageLink
          label="Next"
          icon={ChevronRight}
          target={(isCapped || page < last) && linkTo(page + 1)}
        />
      </div>
    </nav>
  )
}

function PageLink({
  label,
  icon: Icon,
  target,
}: {
  label: string
  icon: LucideIcon
  target: LinkTarget | false
}) {
  const content = (
    <>
      {label === 'Previous' && <Icon size={16} aria-hidden />}
      <span>{label}</span>
      {label === 'Next' && <Icon size={16} aria-hidden />}
    </>
  )
  return target ? (
    <Link
      className="button small"
      to={target.to}
      search={target.search ?? {}}
      rel={label === 'Next' ? 'next' : 'prev'}
    >
      {content}
    </Link>
  ) : (
    <span className="button small" aria-disabled="true">
      {content}
    </span>
  )
}
