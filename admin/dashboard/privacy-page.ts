import { escapeHtml } from '#api/core/http/contract/text.ts'
import type { Rules } from '../privacy/queries.ts'

type Company = {
  site_name: string
  contact_email: string | null
  /** `true`: applications keep where the candidate came from. */
  record_source?: string
  /** `true`: searches find words in resumes. */
  search_resumes?: string
  /** `true`: visitors get new jobs by email. */
  job_alerts?: string
}

const periods: [keyof Rules, string][] = [
  ['keep_undecided_days', 'after you applied, while there is no decision'],
  ['keep_rejected_days', 'after we decided not to go on with it'],
  ['keep_selected_days', 'after we chose you'],
  ['keep_withdrawn_days', 'after you withdrew it'],
]

function retention(rules: Rules) {
  const items = periods.flatMap(([key, when]) =>
    rules[key] ? [`<li>${rules[key]} days ${when}</li>`] : [],
  )
  const months = rules.keep_consent_months
  return [
    items.length
      ? `<p>We delete your application with everything that belongs to it:</p><ul>${items.join('')}</ul>`
      : '<p>We keep your application until you ask us to delete it.</p>',
    months &&
      `<p>If you agree to it in the form, we keep your application for ${months === 1 ? 'a month' : `${months} months`}, to consider you for later openings. Before that ends, we ask you by email whether we may keep it for longer.</p>`,
  ]
}

/** The text of a privacy page, with the company's name and address and its retention periods. */
export function privacyPage(
  { site_name, contact_email, record_source, search_resumes, job_alerts }: Company,
  rules: Rules,
): string {
  const name = escapeHtml(site_name)
  const contact = contact_email
    ? `Write to <a href="mailto:${escapeHtml(contact_email)}">${escapeHtml(contact_email)}</a>, or use`
    : 'Use'
  return [
    `<p>${name} runs this careers site. This page explains how we use your data.</p>`,
    '<h2>What we collect</h2>',
    '<p>The details you give us when you apply: your name, your contact details, your letter, your answers and your resume.</p>',
    record_source === 'true' &&
      '<p>With your application we keep which site or link led you to it.</p>',
    search_resumes === 'true' &&
      '<p>We read the text of your resume by machine, so that our searches find its words. No machine rates you or decides about you.</p>',
    job_alerts === 'true' &&
      '<p>If you ask for new jobs by email, we store your address, the search you chose and when you confirmed it. A link in each email ends it at once and deletes your address. Once a year we ask whether you still want the emails; without an answer we delete your address.</p>',
    '<h2>Who sees it</h2>',
    `<p>The people at ${name} who handle applications.</p>`,
    '<h2>How long we keep it</h2>',
    ...retention(rules),
    '<h2>Your rights</h2>',
    `<p>You can see what we hold about you, have it corrected, or have it deleted. ${contact} the private link that you got when you applied.</p>`,
  ]
    .filter(Boolean)
    .join('')
}
