import type { ReactNode } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { formatDay } from '../../../lib/text/format.ts'
import { languageName } from '../../../lib/text/language-name.ts'
import { statusLabel } from '../../../status/StatusBadge.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { Email, Phone } from '../../list/Contact.tsx'
import type { Application } from '../../queries.ts'
import { useReads, useSiteLanguages } from '../../use-candidate-language.ts'
import styles from './Facts.module.css'

const Fact = ({
  name,
  isPrinted = false,
  children,
}: {
  name: string
  /** On paper only. */
  isPrinted?: boolean
  children: ReactNode
}) => (
  <div className={`${styles.fact} ${isPrinted ? styles.printed : ''}`}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** How to reach the applicant, and the dates. */
export const ApplicantFacts = ({ application }: { application: Application }) => {
  const { email, phone, reference, created_at, reviewed_at, receipt_error, answer_by } = application
  const { status, step_name, step_due, source, reason_name } = application
  return (
    <section aria-labelledby="applicant">
      <h2 id="applicant">Applicant</h2>
      <dl className={styles.facts}>
        <Fact name="Name">{fullName(application)}</Fact>
        <Fact name="Email">
          <Email email={email} />
        </Fact>
        {phone && (
          <Fact name="Phone">
            <Phone phone={phone} />
          </Fact>
        )}
        <Language application={application} />
        <Fact name="Reference">
          <span translate="no">{reference}</span>
        </Fact>
        <Fact name="Applied">
          <Moment at={created_at} />
        </Fact>
        {source && <Fact name="Source">{source}</Fact>}
        {reviewed_at && (
          <Fact name="Last reviewed">
            <Moment at={reviewed_at} />
          </Fact>
        )}
        {answer_by && (
          <Fact name="Answer by">
            <time dateTime={answer_by}>{formatDay(answer_by)}</time>
          </Fact>
        )}
        {step_name && step_due && (
          <Fact name={`${step_name} by`}>
            <time dateTime={step_due}>{formatDay(step_due)}</time>
          </Fact>
        )}
        {receipt_error && <Fact name="Confirmation email">{receipt_error}</Fact>}
        {/* On screen, the bar below shows it. */}
        <Fact name="Status" isPrinted>
          {[statusLabel[status], step_name, reason_name].filter(Boolean).join(', ')}
        </Fact>
      </dl>
    </section>
  )
}

/** Nothing where there is only one. */
function Language({ application }: { application: Application }) {
  const [main, ...others] = useSiteLanguages()
  const reads = useReads(application)
  const { language } = application
  if (!main || (!others.length && (language ?? main) === main)) return null
  const shown = language ?? main
  // What the site no longer has.
  const instead = shown === (reads?.language ?? main) ? '' : `, emails in ${languageName(main)}`
  return <Fact name="Language">{languageName(shown) + instead}</Fact>
}

export const JobFacts = ({ application }: { application: Application }) => {
  const { job_title, job_location, job_salary_range } = application
  return (
    <section aria-labelledby="job">
      <h2 id="job">Job</h2>
      <dl className={styles.facts}>
        <Fact name="Title">{job_title}</Fact>
        {job_location && <Fact name="Location">{job_location}</Fact>}
        {job_salary_range && <Fact name="Salary range">{job_salary_range}</Fact>}
      </dl>
    </section>
  )
}
