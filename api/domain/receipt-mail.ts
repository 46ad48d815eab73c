import { randomUUID } from 'node:crypto'
import type { SiteSettings } from '../contract/settings.ts'
import { escapeHtml, htmlToText } from '../contract/text.ts'

export type NewMail = {
  message_id: string
  to_name: string
  to_address: string
  subject: string
  text: string
  html: string
}

/** Stands for the application's number, known only once its row is written. No input may hold this character. */
export const referenceMark = '\u0001'

type Submission = {
  job_title: string
  first_name: string
  last_name: string
  email: string
  phone?: string | null | undefined
  motivation_letter: string
  resume_name: string
}

const whatHappensNext = [
  'Our team reviews your application within 1-2 business days.',
  'If your profile matches what we are looking for, we will contact you.',
  'You need to do nothing until then. Keep this message: it holds all that you sent.',
]

/** A new Message-ID in the sender's domain. */
export const messageId = (from: string) =>
  `<${randomUUID()}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`

export const paragraphs = (lines: string[]) =>
  lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')

function sent({ first_name, last_name, email, phone, resume_name }: Submission) {
  return [
    ['Name', `${first_name} ${last_name}`],
    ['Email', email],
    ...(phone ? [['Phone', phone]] : []),
    ['Resume', resume_name],
  ] as [string, string][]
}

/** The confirmation that the success page promises: what happens next, a reference, and a copy of what was sent. */
export function confirmation(to: Submission, settings: SiteSettings, from: string): NewMail {
  const name = settings.site_name
  const greeting = `Dear ${to.first_name} ${to.last_name},`
  const thanks = `thank you for applying for "${to.job_title}". Your application has arrived safely; its reference is #${referenceMark}.`
  const letter = htmlToText(to.motivation_letter)
  const fields = sent(to)
  return {
    message_id: messageId(from),
    to_name: `${to.first_name} ${to.last_name}`,
    to_address: to.email,
    subject: `Your application to ${name}: ${to.job_title} (#${referenceMark})`,
    text: [
      greeting,
      thanks,
      `What happens next?\n${whatHappensNext.map((line) => `- ${line}`).join('\n')}`,
      `What you sent\n${fields.map(([label, value]) => `${label}: ${value}`).join('\n')}`,
      `Your motivation letter\n\n${letter}`,
      name,
    ].join('\n\n'),
    html: `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:40rem">
${paragraphs([greeting, thanks])}
<h2>What happens next?</h2><ul>${whatHappensNext.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
<h2>What you sent</h2><ul>${fields.map(([label, value]) => `<li>${label}: ${escapeHtml(value)}</li>`).join('')}</ul>
<h2>Your motivation letter</h2>${to.motivation_letter}
${paragraphs([name])}</body></html>`,
  }
}

/** Tells the company's own address that someone applied; with a link when the site knows where it lives. */
export function notice(about: Submission, settings: SiteSettings, from: string): NewMail {
  const person = `${about.first_name} ${about.last_name}`
  const base = settings.public_url.replace(/\/+$/, '')
  const link = base && `${base}/backoffice/applications/${referenceMark}`
  const lines = [
    `${person} applied for "${about.job_title}" (#${referenceMark}).`,
    link ? `Read it at ${link}` : 'It waits in the back office.',
  ]
  return {
    message_id: messageId(from),
    to_name: settings.site_name,
    to_address: settings.contact_email,
    subject: `New application: ${about.job_title}, ${person}`,
    text: lines.join('\n\n'),
    html: `<!doctype html><html lang="en"><body>${paragraphs(lines)}</body></html>`,
  }
}
