import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { escapeHtml, fullName } from '#api/core/http/contract/text.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import { richTextAsText } from '#api/core/mail/rich-text.ts'
import type { Env } from '#api/core/route/context.ts'
import { archived } from '#api/core/virus-scan/received-files.ts'
import { longDate } from '#api/core/words/contract/dates.ts'
import { languages } from '#api/core/words/contract.ts'
import type { Answer } from '#db/enums.ts'
import { answerFiles, applications, documentRequests, jobs } from '#db/schema.ts'
import { answerText } from '../applications/contract/answers.ts'
import { missing } from '../applications/rows.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

type Row = {
  reference: string | null
  first_name: string
  last_name: string
  email: string
  phone: string | null
  created_at: string
  job_title: string
  motivation_letter: string
  answers: Answer[]
}

/** What the person wrote, as a page and as plain text. */
function sheet(row: Row) {
  const { dateLocale, form } = languages.en
  const facts: [string, string][] = [
    ['Job', row.job_title],
    ['Name', fullName(row)],
    ['Email', row.email],
    ['Phone', row.phone ?? ''],
    ['Applied', longDate(new Date(row.created_at), dateLocale)],
    ['Reference', row.reference ?? ''],
  ]
  const answers = row.answers.map((one): [string, string] => [
    one.label,
    answerText(one, form, dateLocale),
  ])
  const known = facts.filter(([, value]) => value)
  const letter = richTextAsText(row.motivation_letter)
  const list = (rows: [string, string][]) =>
    `<dl>${rows.map(([term, value]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value).replaceAll('\n', '<br>')}</dd>`).join('')}</dl>`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(fullName(row))}</title></head>
<body><h1>${escapeHtml(fullName(row))}</h1>${list(known)}${answers.length ? `<h2>Answers</h2>${list(answers)}` : ''}${letter ? `<h2>Letter</h2>${row.motivation_letter}` : ''}</body></html>
`
  const text = [
    known.map(([term, value]) => `${term}: ${value}`).join('\n'),
    ...answers.map(([term, value]) => `${term}\n${value}`),
    ...(letter ? [letter] : []),
  ].join('\n\n')
  return { html, text: `${text}\n` }
}

/** Everything that a candidate sent with the application, and nothing that staff wrote. */
export async function sentWith({ db }: Pick<Env['Variables'], 'db'>, id: number) {
  const [[row], answered, asked] = await db.batch([
    db
      .select({
        reference: applications.reference,
        first_name: applications.first_name,
        last_name: applications.last_name,
        email: applications.email,
        phone: applications.phone,
        created_at: applications.created_at,
        job_title: jobs.title,
        motivation_letter: applications.motivation_letter,
        answers: applications.answers,
        key: applications.resume_key,
        type: applications.resume_type,
      })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.job_id))
      .where(eq(applications.id, id)),
    db
      .select({ key: answerFiles.key, name: answerFiles.name })
      .from(answerFiles)
      .where(eq(answerFiles.application_id, id))
      .orderBy(asc(answerFiles.question_id)),
    db
      .select({ key: documentRequests.key, name: documentRequests.file_name })
      .from(documentRequests)
      .where(and(eq(documentRequests.application_id, id), isNotNull(documentRequests.key)))
      .orderBy(asc(documentRequests.id)),
  ])
  return { row: orNotFound(row, missing), files: { answered, asked } }
}

/** The entries of the archive. A file that is gone is left out; one with a virus is a note that says so. */
export async function* entriesOf(
  { db, store }: Pick<Env['Variables'], 'db' | 'store'>,
  { row, files }: Awaited<ReturnType<typeof sentWith>>,
) {
  const lastModified = new Date(row.created_at)
  const { html, text } = sheet(row)
  yield { path: ['application.html'], input: bytes(html), lastModified }
  yield { path: ['application.txt'], input: bytes(text), lastModified }
  const resume = row.key ? [{ key: row.key, name: `resume.${row.type}`, folder: [] }] : []
  const answered = files.answered.map((file) => ({ ...file, folder: ['answers'] }))
  const asked = files.asked.map((file) => ({ ...file, folder: ['documents'] }))
  for (const { key, name, folder } of [...resume, ...answered, ...asked]) {
    const file = key && (await archived({ db, store }, { key, name: name ?? 'file' }))
    if (file) yield { path: [...folder, file.name], input: file.input, lastModified }
  }
}
