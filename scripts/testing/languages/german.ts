import type { staffCalls } from '../staff-calls.ts'

/** What staff have written in German on `offerGerman`'s site. */
export const german = {
  job: {
    title: 'Kalibriertechniker:in',
    description: '<p>Sie prüfen Durchflussmessgeräte.</p>',
    requirements: '<p>Geduld.</p>',
    location: 'Am Hafen',
  },
  rejection: {
    subject: 'Zu Ihrer Bewerbung: {job_title}',
    body: '<p>Guten Tag {first_name},</p><p>leider haben wir uns für andere entschieden.</p>',
  },
} as const

/** Switches German on beside English, with the first job and its rejection translated. */
export async function offerGerman(call: ReturnType<typeof staffCalls>) {
  await call('PUT', '/settings/key/site_languages', { value: 'de' })
  await call('PUT', '/jobs/1/translations/de', { ...german.job, published: true })
  const templates: { id: number; status: string | null }[] = await call('GET', '/templates')
  const rejection = templates.find(({ status }) => status === 'rejected')
  const fields = german.rejection
  await call('PUT', `/translations/template/${rejection?.id}/de`, { fields })
}
