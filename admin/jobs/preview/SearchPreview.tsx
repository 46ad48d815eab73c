import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { may } from '#api/auth/contract/access.ts'
import { excerpt } from '#api/http/contract/excerpt.ts'
import { visibleText } from '#api/http/contract/text.ts'
import { withoutFigures } from '#api/rich-text/contract/figures.ts'
import { languages, siteLanguage } from '#api/words/contract.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { publicSettingsQuery } from '../../settings/public-settings.ts'
import { settingLink } from '../../settings/setting-link.ts'
import type { Job, JobFormState, JobValues } from '../queries.ts'
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

/** What search engines and people will see of the job in the form. */
export function SearchPreview({ form, job }: { form: JobFormState; job: Job | undefined }) {
  // Typing comes first.
  const values = useDeferredValue(useWatch({ control: form.control })) as Partial<JobValues>
  const { data: settings } = useQuery(publicSettingsQuery)
  return useMemo(() => {
    const site = postingSite(settings)
    const posted = postedJob(values, job)
    return (
      <div className={styles.side}>
        <aside className={styles.preview} aria-labelledby="search-preview">
          <h2 id="search-preview">Search and sharing</h2>
          <Results job={posted} site={site} isSaved={Boolean(job)}>
            <SharePicture job={job} isOutdated={isOutdated(values, job)} />
          </Results>
          <Checks checks={namedChecks(posted, site)} />
        </aside>
      </div>
    )
  }, [values, settings, job])
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
          {heading} - {languages[siteLanguage].site.careers} | {site.name}
        </p>
        <p className={styles.text} dir="auto">
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
          <p className={styles.text} dir="auto">
            {text}
          </p>
        </div>
      </div>
    </>
  )
}

function Checks({ checks }: { checks: NamedCheck[] }) {
  const missing = checks.filter(({ isRequired, isPresent }) => isRequired && !isPresent)
  return (
    <>
      <h3>Google for Jobs</h3>
      <p className={styles.verdict} role="status">
        {missing.length
          ? 'Not ready for Google: something required is missing.'
          : 'Google can list this job.'}
      </p>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <Check key={check.property} {...check} />
        ))}
      </ul>
    </>
  )
}

function Check({ isRequired, isPresent, ...named }: NamedCheck) {
  const mayChange = may(usePerson(), 'manage_settings')
  const missingIcon = isRequired ? CircleAlert : CircleDashed
  const Icon = isPresent ? CircleCheck : missingIcon
  const kind = isRequired ? 'required' : 'recommended'
  return (
    <li data-state={isPresent ? 'present' : kind}>
      <Icon size={16} aria-hidden />
      <span>
        <Label {...named} mayChange={mayChange} />{' '}
        <span className={styles.state}>
          {isPresent ? 'present' : 'missing'}, {kind}
          {named.setting &&
            !mayChange &&
            ". It is the site's name; ask someone who manages the settings to change it."}
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
