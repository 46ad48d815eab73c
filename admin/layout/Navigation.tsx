import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { unreadQuery, waitingQuery } from '../applications/queries.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { sitePath } from '../lib/site-address.ts'
import { formatCount } from '../lib/text/format.ts'
import { groups, maySee, type NavigationItem } from '../navigation.ts'
import { navigationItems } from '../screens.tsx'
import styles from './Layout.module.css'

export const isAt = (pathname: string, path: string) =>
  path === '/'
    ? pathname === '/' || pathname === '/dashboard'
    : pathname === path || pathname.startsWith(`${path}/`)

/** The permitted screens in groups, between Dashboard and View Site. */
export function Navigation({ pathname }: { pathname: string }) {
  const person = usePerson()
  const permitted = navigationItems.filter((item) => maySee(person, item))
  const places = (group?: NavigationItem['group']) =>
    permitted
      .filter((item) => item.group === group)
      .map((item) => <Place key={item.path} item={item} pathname={pathname} />)
  return (
    <nav aria-label="Back office" className={styles.navigation}>
      <div className={styles.scroller}>
        <ul className={styles.places}>{places()}</ul>
        {groups.map((group) => {
          const entries = places(group)
          return entries.length > 0 && <Group key={group} name={group} entries={entries} />
        })}
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

function Group({ name, entries }: { name: string; entries: React.ReactNode[] }) {
  const id = useId()
  return (
    <>
      <p id={id} className={`meta ${styles.group}`}>
        {name}
      </p>
      <ul className={styles.places} aria-labelledby={id}>
        {entries}
      </ul>
    </>
  )
}

function Place({ item, pathname }: { item: NavigationItem; pathname: string }) {
  const { path, label, icon: Icon } = item
  const counts = useId()
  const hasCounts = path === '/applications'
  return (
    <li className={hasCounts ? styles.counted : undefined}>
      <Link
        to={path}
        className={`row gap-3 soft ${styles.place}`}
        data-current={isAt(pathname, path) || undefined}
        aria-describedby={hasCounts ? counts : undefined}
      >
        <Icon size={17} strokeWidth={1.75} aria-hidden /> {label}
      </Link>
      {hasCounts && <Counts id={counts} />}
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
