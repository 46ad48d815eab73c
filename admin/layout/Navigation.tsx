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
    <nav aria-label="Back office">
      <ul className={styles.places}>{places()}</ul>
      {groups.map((group) => {
        const entries = places(group)
        return entries.length > 0 && <Group key={group} name={group} entries={entries} />
      })}
      <ul className={`${styles.places} ${styles.apart}`}>
        <li>
          <a href={sitePath('/')} target="_blank" className={styles.place} rel="noreferrer">
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
      <p id={id} className={styles.group}>
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
  const isApplications = path === '/applications'
  const counts = useId()
  return (
    <li className={styles.item}>
      <Link
        to={path}
        className={styles.place}
        data-current={isAt(pathname, path) || undefined}
        aria-describedby={isApplications ? counts : undefined}
      >
        <Icon size={17} strokeWidth={1.75} aria-hidden /> {label}
      </Link>
      {isApplications && <Counts id={counts} />}
    </li>
  )
}

/** How many applications the person has not opened, and how many candidates wait for a reply. */
function Counts({ id }: { id: string }) {
  const { data: unread = 0 } = useQuery(unreadQuery)
  const { data: waiting = 0 } = useQuery(waitingQuery)
  return (
    <span className={styles.counts} aria-hidden>
      {unread > 0 && <span className={styles.count}>{formatCount(unread)}</span>}
      {waiting > 0 && <span className={styles.late}>{formatCount(waiting)}</span>}
      <span id={id} hidden>
        {formatCount(unread)} unread, {formatCount(waiting)} waiting for a reply
      </span>
    </span>
  )
}
