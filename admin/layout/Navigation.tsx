import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { unreadQuery, waitingQuery } from '../applications/queries.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { sitePath } from '../lib/site-address.ts'
import { formatCount } from '../lib/text/format.ts'
import { stringifySearch } from '../lib/text/search-params.ts'
import { currentPath, type Entry, sidebarFor } from '../navigation.ts'
import { navigationItems } from '../screens.tsx'
import styles from './Navigation.module.css'
import { type PlaceBelow, shareLines, usePlacesBelow } from './places-below.ts'

/** The permitted places, with View Site at the end. */
export function Navigation() {
  const { pathname } = useLocation()
  const entries = sidebarFor(usePerson(), navigationItems)
  const current = currentPath(pathname, navigationItems)
  const { filters, jobs } = usePlacesBelow(entries)
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useFreeLines(scroller, entries.length)
  const [someFilters, someJobs] = shareLines(lines, filters.length, jobs.length)
  const jobsAt = entries.some(({ path }) => path === '/jobs') ? '/jobs' : '/applications'
  const below = (path: string): PlaceBelow[] => [
    ...(path === '/applications' ? filters.slice(0, someFilters) : []),
    ...(path === jobsAt ? jobs.slice(0, someJobs) : []),
  ]
  return (
    <nav aria-label="Back office" className={styles.navigation}>
      <div ref={scroller} className={styles.scroller}>
        <ul className={styles.places}>
          {entries.map((entry) => (
            <Place
              key={entry.path}
              entry={entry}
              isCurrent={current !== undefined && entry.covers.includes(current)}
              isHere={current === entry.path && (pathname === current || current === '/')}
              below={below(entry.path)}
            />
          ))}
        </ul>
      </div>
      <ul className={styles.site}>
        <li>
          <a
            href={sitePath('/')}
            target="_blank"
            className={`row gap-3 soft ${styles.place}`}
            rel="noreferrer"
          >
            <ExternalLink size={17} strokeWidth={1.75} aria-hidden /> View Site
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** How many lines there is room for below the entries. */
function useFreeLines(scroller: RefObject<HTMLElement | null>, entries: number) {
  const [lines, setLines] = useState(0)
  useLayoutEffect(() => {
    const room = scroller.current
    const entry = room?.querySelector('a')
    if (!room || !entry) return
    const measure = () => {
      const height = entry.offsetHeight
      setLines(Math.floor((room.clientHeight - entries * (height + gap)) / (height + gap)))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    observer.observe(entry)
    measure()
    return () => observer.disconnect()
  }, [scroller, entries])
  return lines
}

/** Between two entries, in px: `gap` of `.places`. */
const gap = 2

function Place({
  entry: { path, label, icon: Icon },
  isCurrent,
  isHere,
  below,
}: {
  entry: Entry
  isCurrent: boolean
  /** On its own screen, none below it. */
  isHere: boolean
  below: PlaceBelow[]
}) {
  const counts = useId()
  const hasCounts = path === '/applications'
  return (
    <li>
      <div className={hasCounts ? styles.counted : undefined}>
        <Link
          to={path}
          className={`row gap-3 soft ${styles.place}`}
          // Else the link takes itself for the page on all screens below its address.
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={isHere ? 'page' : isCurrent || undefined}
          data-current={isCurrent || undefined}
          aria-describedby={hasCounts ? counts : undefined}
        >
          <Icon size={17} strokeWidth={1.75} aria-hidden /> {label}
        </Link>
        {hasCounts && <Counts id={counts} />}
      </div>
      {below.length > 0 && (
        <ul className={styles.below}>
          {below.map((place) => (
            <Below key={place.key} place={place} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Below({ place: { to, search = {}, label } }: { place: PlaceBelow }) {
  const { pathname, searchStr } = useLocation()
  const isCurrent = pathname === to && searchStr === stringifySearch(search)
  return (
    <li>
      <Link
        to={to}
        search={search}
        className={`soft clip ${styles.place} ${styles.inner}`}
        data-current={isCurrent || undefined}
        dir="auto"
        translate="no"
      >
        {label}
      </Link>
    </li>
  )
}

/**
 * How many applications the person has not opened, with a dot while candidates wait for a reply.
 * Describes the link, whose name is only where it leads.
 */
function Counts({ id }: { id: string }) {
  const { data: unread = 0 } = useQuery(unreadQuery)
  const { data: waiting = 0 } = useQuery(waitingQuery)
  const late = `${formatCount(waiting)} waiting for a reply`
  return (
    <span className={`row tabular ${styles.counts}`} aria-hidden>
      {unread > 0 && <span className={styles.count}>{unread > 99 ? '99+' : unread}</span>}
      {waiting > 0 && <span className={styles.late} title={late} />}
      <span id={id} hidden>
        {`${formatCount(unread)} unread, ${late}`}
      </span>
    </span>
  )
}
