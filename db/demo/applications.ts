import { createHash } from 'node:crypto'
import { foldedName } from '../folded-name.ts'
import type { applications } from '../schema.ts'
import { type Applicant, applicants } from './applicants.ts'
import { noteToText, paragraphsToHtml } from './html.ts'
import { docxResume, pdfResume, type Resume } from './resume-files.ts'

type Row = typeof applications.$inferInsert & { id: number }

/**
 * The demo's applications, oldest first, with their resumes stored.
 * @param daysAgo returns the timestamp that many days before the seed
 * @param keepResume stores a file and returns its key
 */
export function demoApplications(
  daysAgo: (days: number) => string,
  keepResume: (bytes: Uint8Array) => Promise<string>,
): Promise<Row[]> {
  const oldestFirst = applicants.toSorted((a, b) => b.applied - a.applied)
  return Promise.all(
    oldestFirst.map(async (applicant, i) => ({
      id: i + 1,
      ...personOf(applicant),
      ...reviewOf(applicant, daysAgo),
      ...(await resumeOf(applicant, keepResume)),
    })),
  )
}

const personOf = ({ job_id, first_name, last_name, email, phone, letter }: Applicant) => ({
  job_id,
  first_name,
  last_name,
  folded_name: foldedName({ first_name, last_name }),
  email,
  phone,
  motivation_letter: paragraphsToHtml(letter),
})

/** In days: who was decided on later still waits for an answer. */
const toldAfter = 14

const told = (at: string) => ({ told_at: at, answered_at: at })

function reviewOf(
  { status, applied, reviewed, notes: parts = [] }: Applicant,
  daysAgo: (days: number) => string,
) {
  const notes = parts.join('')
  return {
    status,
    notes,
    notes_excerpt: noteToText(notes).slice(0, 200),
    created_at: daysAgo(applied),
    updated_at: daysAgo(reviewed ?? applied),
    reviewed_at: reviewed === undefined ? null : daysAgo(reviewed),
    ...(reviewed && reviewed > toldAfter && { told_status: status, ...told(daysAgo(reviewed)) }),
  }
}

async function resumeOf(applicant: Applicant, keepResume: (bytes: Uint8Array) => Promise<string>) {
  const resume_type = applicant.resume_name.endsWith('.pdf') ? 'pdf' : 'docx'
  const bytes = { pdf: pdfResume, docx: docxResume }[resume_type](resumeContent(applicant))
  return {
    resume_type,
    resume_name: applicant.resume_name,
    resume_size: bytes.length,
    resume_sha256: createHash('sha256').update(bytes).digest('hex'),
    resume_key: await keepResume(bytes),
  } as const
}

function resumeContent({ first_name, last_name, email, phone, resume }: Applicant): Resume {
  const contact = phone ? `${email} · ${phone}` : email
  return { name: `${first_name} ${last_name}`, contact, sections: resume }
}
