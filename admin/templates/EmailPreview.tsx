import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { fullName, visibleText } from '#api/core/http/contract/text.ts'
import { fill, fillHtml, type PlaceholderValues } from '#api/core/templates/contract.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { RichText } from '../ui/RichText.tsx'
import styles from './EmailPreview.module.css'

type Candidate = Pick<PlaceholderValues, 'first_name' | 'last_name' | 'job_title' | 'reference'> & {
  id: number
}

/** What this candidate will read. */
export function EmailPreview({
  subject,
  body,
  to,
}: {
  subject: string
  body: string
  to: Candidate
}) {
  const { data: settings } = useQuery(publicSettingsQuery)
  const sender = usePerson()
  const values: PlaceholderValues = {
    first_name: to.first_name,
    last_name: to.last_name,
    job_title: to.job_title,
    site_name: settings?.site_name ?? '',
    sender_name: fullName(sender),
    reference: to.reference,
  }
  return <FilledEmail title={`Preview for ${fullName(to)}`} {...{ subject, body, values }} />
}

/** Subject and message with their placeholders filled in; `children` follow the message. */
export function FilledEmail({
  title,
  subject,
  body,
  values,
  children,
}: {
  title: string
  subject: string
  body: string
  values: Readonly<Record<string, string>>
  children?: ReactNode
}) {
  const titleId = useId()
  return (
    <section className={styles.preview} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className={styles.subject} dir="auto">
        {fill(subject, values) || 'No subject yet'}
      </p>
      {visibleText(body) ? (
        <RichText html={fillHtml(body, values)} />
      ) : (
        <p className="faint">No message yet</p>
      )}
      {children}
    </section>
  )
}
