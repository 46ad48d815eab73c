import type { ReactNode } from 'react'
import { formatDay } from '../../lib/text/format.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Email, Phone } from '../list/Contact.tsx'
import type { Application } from '../queries.ts'
import styles from './Facts.module.css'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={`stack gap-2 ${styles.fact}`}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Below the name, above the fold. */
export const ApplicantFacts = ({ application }: { application: Application }) => {
  const { email, phone, reference, created_at, reviewed_at, receipt_error, answer_by } = application
  const { step_name, step_due } = application
  return (
    <section aria-label="Applicant">
      <dl className={`${styles.facts} ${styles.inline}`}>
        <Fact name="Email">
          <Email email={email} />
        </Fact>
        {phone && (
          <Fact name="Phone">
            <Phone phone={phone} />
          </Fact>
        )}
        <Fact name="Reference">
          <span translate="no">{reference}</span>
        </Fact>
        <Fact name="Applied">
          <Moment at={created_at} />
        </Fact>
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
        {reviewed_at && (
          <Fact name="Last reviewed">
            <Moment at={reviewed_at} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

export const JobFacts = ({ application }: { application: Application }) => {
  const { job_title, job_location, job_salary_range } = application
  return (
    <section aria-labelledby="job">
      <h2 id="job" className={styles.title}>
        Job
      </h2>
      <dl className={styles.facts}>
        <Fact name="Title">{job_title}</Fact>
        {job_location && <Fact name="Location">{job_location}</Fact>}
        {job_salary_range && <Fact name="Salary range">{job_salary_range}</Fact>}
      </dl>
    </section>
  )
}
