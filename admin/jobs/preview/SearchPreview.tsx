import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { excerpt } from '#api/core/http/contract/excerpt.ts'
import { visibleText } from '#api/core/http/contract/text.ts'
import { withoutFigures } from '#api/core/rich-text/contract/figures.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { siteWords } from '../../lib/site-words.ts'
import { publicSettingsQuery } from '../../settings/public-settings.ts'
import { settingLink } from '../../settings/setting-link.ts'
import type { Job, JobValues } from '../queries.ts'
import { focusField } from './focus-field.ts'
import {
  type NamedCheck,
  namedChecks,
  type PostedJob,
  postedJob,
  postingSite,
} from './posted-job.ts'
import styles from './SearchPreview.module.css'
import { SharePicture } from './SharePicture.tsx'
import { composedLocation } from './said.ts'
import { listed, verdictOf } from './verdict.ts'

/** What Google needs of the job, and how a result and a shared link will look; folded once complete. */
export function SearchPreview({
  values,
  job,
}: {
  values: Partial<JobValues>
  job: Job | undefined
}) {
  const { data: settings } = useQuery(publicSettingsQuery)
  return useMemo(() => {
    const site = postingSite(settings)
    const posted = postedJob(values, job)
    const today = dayIn(site.timeZone)
    const checks = checksOn(today, namedChecks(posted, site), values)
    const missing = checks.filter(({ isRequired, isPresent }) => isRequired && !isPresent).length
    const verdict = verdictOf(values, missing, today)
    return (
      <aside className={`box ${styles.preview}`} aria-labelledby="search-preview">
        <h2 id="search-preview" tabIndex={-1}>
          Search and sharing
        </h2>
        <Folding
          isListed={verdict === listed}
          startsOpen={missing > 0 && Boolean(posted.title.trim())}
          verdict={verdict}
        >
          <h3>Google for Jobs</h3>
          <ul className={`stack gap-1 ${styles.checks}`}>
            {checks.map((check) => (
              <Check key={check.property} {...check} />
            ))}
          </ul>
          <Results job={posted} site={site} isSaved={Boolean(job)}>
            <SharePicture job={job} isOutdated={isOutdated(values, job)} />
          </Results>
        </Folding>
      </aside>
    )
  }, [values, settings, job])
}

/** A closing date that has passed is nothing that Google can use. */
const checksOn = (today: string, checks: NamedCheck[], { closes_on }: Partial<JobValues>) =>
  checks.map((check) =>
    check.property === 'validThrough' && closes_on && closes_on < today
      ? { ...check, isPresent: false, isOver: true }
      : check,
  )

/** Follows `startsOpen` when that changes. */
function Folding({
  isListed,
  startsOpen,
  verdict,
  children,
}: {
  isListed: boolean
  startsOpen: boolean
  verdict: string
  children: ReactNode
}) {
  /** Holds until `startsOpen` changes. */
  const [chosen, setChosen] = useState({ isOpen: startsOpen, startsOpen })
  const isOpen = chosen.startsOpen === startsOpen ? chosen.isOpen : startsOpen
  const Icon = isListed ? CircleCheck : CircleDashed
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setChosen({ isOpen: open, startsOpen })}
    >
      <summary>
        <Icon size={16} aria-hidden className={`${styles.icon} ${isListed ? styles.green : ''}`} />
        <span role="status">{verdict}</span>
        <span className={styles.details}>Details</span>
      </summary>
      <div className={`stack gap-3 ${styles.folded}`}>{children}</div>
    </details>
  )
}

/** Whether the share image shows another title or place than the form. */
const isOutdated = (values: Partial<JobValues>, job: Job | undefined) =>
  values.title?.trim() !== job?.title ||
  (values.location?.trim() || composedLocation(values)) !== job?.location_text

function Results({
  job: { id, title, description },
  site,
  isSaved,
  children,
}: {
  job: PostedJob
  site: { name: string; url: string }
  isSaved: boolean
  /** The picture of a shared link. */
  children: ReactNode
}) {
  const { host } = new URL(site.url)
  const heading = title.trim() || 'Job title'
  const text =
    excerpt(visibleText(withoutFigures(description)), 160) || 'The beginning of the job description'
  return (
    <>
      <h3>In search results</h3>
      <div className={styles.result}>
        <p className={styles.site}>
          {site.name}
          <br />
          {host} › jobs › {isSaved ? id : '…'}
        </p>
        <p className={styles.title} dir="auto">
          {heading} - {siteWords.site.careers} | {site.name}
        </p>
        <p className="soft" dir="auto">
          {text}
        </p>
      </div>
      <h3>As a shared link</h3>
      <div className={styles.link}>
        {children}
        <div>
          <p className={styles.site}>{host}</p>
          <p className={styles.shared} dir="auto">
            {heading}
          </p>
          <p className="soft" dir="auto">
            {text}
          </p>
        </div>
      </div>
    </>
  )
}

function Check({ isRequired, isPresent, isOver, ...named }: NamedCheck & { isOver?: boolean }) {
  const mayChange = may(usePerson(), 'manage_settings')
  const Icon = isPresent ? CircleCheck : CircleDashed
  const kind = isRequired ? 'required' : 'recommended'
  return (
    <li data-state={isPresent ? 'present' : kind}>
      <Icon size={16} aria-hidden />
      <span>
        <Label {...named} mayChange={mayChange} />{' '}
        <span className={`faint ${styles.state}`}>
          {isOver ? 'in the past' : isPresent ? 'present' : 'missing'}, {kind}
          {named.setting && !mayChange && (
            <span>. It is the site's name; ask someone who manages the settings to change it.</span>
          )}
        </span>
      </span>
    </li>
  )
}

/** A link to where the property comes from, if the person may change it. */
function Label({
  label,
  field,
  setting,
  mayChange,
}: Pick<NamedCheck, 'label' | 'field' | 'setting'> & {
  /** The site's settings. */
  mayChange: boolean
}) {
  if (setting && mayChange)
    return (
      <Link className={styles.label} {...settingLink(setting)}>
        {label} (in Settings)
      </Link>
    )
  if (!field) return <span className={styles.label}>{label}</span>
  return (
    <a
      className={styles.label}
      href={`#${field}`}
      onClick={(event) => {
        event.preventDefault()
        focusField(field)
      }}
    >
      {label}
    </a>
  )
}
