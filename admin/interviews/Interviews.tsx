import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, ChevronLeft, ChevronRight } from 'lucide-react'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { clockTimeIn, endOf } from '#api/hiring/interviews/contract/time.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { useSearchParams } from '../lib/hooks/use-search-params.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { Tabs } from '../ui/list/Tabs.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded, Loading } from '../ui/States.tsx'
import { Calendar } from './Calendar.tsx'
import styles from './Interviews.module.css'
import { type ListedInterview, weekQuery } from './queries.ts'
import { byDay, daysOf, dayWords, mondayOf, readWeek, weekText, zoneNote } from './week.ts'

const path = '/interviews'

/** One week of interviews by day, in the site's zone. The URL holds the week and whose they are. */
export default function Interviews() {
  const settings = useQuery(publicSettingsQuery)
  const zone = (settings.data ?? settingDefaults).site_time_zone
  const [search] = useSearchParams(path)
  const today = dayIn(zone)
  const monday = readWeek(search.week, today)
  const mine = search.mine === 'true'
  const query = useQuery({ ...weekQuery(monday, mine), enabled: !settings.isPending })
  /** This week has no parameter: a bookmark of it stays this week. */
  const at = (week: string, whose = mine) => ({
    ...(week !== mondayOf(today) && { week }),
    ...(whose && { mine: 'true' }),
  })
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Interviews"
        description={
          settings.isPending ? '\u00A0' : `${weekText(monday)} · ${zoneNote(monday, zone)}`
        }
        actions={
          <nav className="line gap-1" aria-label="Weeks">
            {monday !== mondayOf(today) && (
              <Link className="button" to={path} search={at(mondayOf(today))}>
                This week
              </Link>
            )}
            <Link
              className="button"
              to={path}
              search={at(daysLater(monday, -7))}
              aria-label="Previous week"
            >
              <ChevronLeft size={16} aria-hidden />
            </Link>
            <Link
              className="button"
              to={path}
              search={at(daysLater(monday, 7))}
              aria-label="Next week"
            >
              <ChevronRight size={16} aria-hidden />
            </Link>
          </nav>
        }
      />
      <Tabs
        label="Whose interviews"
        tabs={[
          { label: 'All', to: path, search: at(monday, false), current: !mine },
          { label: 'Mine', to: path, search: at(monday, true), current: mine },
        ]}
      />
      {settings.isPending ? (
        <Loading />
      ) : (
        <Loaded query={query} failed="Failed to load the interviews">
          {(rows) =>
            rows.length ? (
              <Week rows={rows} monday={monday} zone={zone} today={today} />
            ) : (
              <Empty
                icon={CalendarClock}
                title={mine ? 'No interviews with you this week' : 'No interviews this week'}
                action={
                  mine ? (
                    <Link className="button" to={path} search={at(monday, false)}>
                      Show all interviews
                    </Link>
                  ) : (
                    <Link className="button" to="/applications">
                      Go to applications
                    </Link>
                  )
                }
              >
                Propose times on an application, and the candidate picks one.
              </Empty>
            )
          }
        </Loaded>
      )}
      <section className={`section stack gap-3 ${styles.own}`} aria-labelledby="calendar">
        <h2 id="calendar" tabIndex={-1}>
          In your own calendar
        </h2>
        <Calendar />
      </section>
    </div>
  )
}

function Week({
  rows,
  monday,
  zone,
  today,
}: {
  rows: ListedInterview[]
  monday: string
  zone: string
  today: string
}) {
  return (
    <ol className={styles.week}>
      {byDay(rows, daysOf(monday), zone).map(({ day, entries }) => {
        const { weekday, date } = dayWords(day)
        return (
          <li key={day} className={styles.day} data-empty={!entries.length || undefined}>
            <h2 aria-current={day === today ? 'date' : undefined}>
              {weekday}{' '}
              <span className={`faint ${styles.date}`}>
                {day === today ? `${date} · Today` : date}
              </span>
            </h2>
            {entries.length ? (
              <ul className={styles.rows}>
                {entries.map(({ row, times }) => (
                  <Row key={row.id} row={row} times={times} />
                ))}
              </ul>
            ) : (
              <p className={`meta ${styles.none}`}>None</p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** `times`: those of the day. */
function Row({ row, times }: { row: ListedInterview; times: string[] }) {
  const { state, minutes, time_zone, place, people } = row
  const name = fullName(row)
  const record = `/applications/${row.application_id}`
  const isOver = times.every((time) => endOf(time, minutes) <= new Date().toISOString())
  const [label, tone] =
    state === 'booked'
      ? isOver
        ? ['Took place', '']
        : ['Booked', 'green']
      : isOver
        ? ['No time chosen', '']
        : ['Proposed', 'yellow']
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.time}>
        {times.map((time) => (
          <time key={time} dateTime={time}>
            {clockTimeIn(time, time_zone)}–{clockTimeIn(endOf(time, minutes), time_zone)}
          </time>
        ))}
      </span>
      <span className={styles.who}>
        <Link to={record} className={`clip ${styles.name}`} dir="auto">
          {name}
        </Link>
        <span className="clip meta" dir="auto">
          {row.job_title}
        </span>
      </span>
      <span className={styles.people}>
        <span className="clip soft" dir="auto">
          {people.map((person) => person.name).join(', ') || 'Nobody takes part'}
        </span>
        <Owed people={people} record={record} name={name} />
      </span>
      <span className={`clip soft ${styles.place}`} dir="auto">
        {/^https:\/\//i.test(place) ? (
          <a href={place} target="_blank" rel="noopener noreferrer">
            Open link <span className="visually-hidden">for {name}</span>
          </a>
        ) : (
          place
        )}
      </span>
      <span className={`badge ${tone} ${styles.state}`}>{label}</span>
    </li>
  )
}

/** Whose evaluation is missing after the interview. */
function Owed({
  people,
  record,
  name,
}: Pick<ListedInterview, 'people'> & { record: string; name: string }) {
  const me = usePerson().id
  const owing = people.filter((person) => person.owes_evaluation)
  if (!owing.length) return null
  const who = owing.map((person) => (person.id === me ? 'yours' : person.name))
  return (
    <Link to={record} search={{ tab: 'evaluation' }} className={`clip ${styles.owed}`} dir="auto">
      Evaluation missing: {who.join(', ')}
      <span className="visually-hidden"> about {name}</span>
    </Link>
  )
}
