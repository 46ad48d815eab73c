import { createHash } from 'node:crypto'
import { resumeTypes } from '../enums.ts'
import { foldedName } from '../folded-name.ts'
import type { applications } from '../schema.ts'
import type { Applicant } from './applicants.ts'
import { noteToText, paragraphsToHtml } from './html.ts'
import { docResume, docxResume, pdfResume, type Resume } from './resume-files.ts'

export type ApplicationRow = typeof applications.$inferInsert & { id: number; created_at: string }

/**
 * The applications of these applicants, oldest first, with their resumes stored.
 * @param daysAgo returns the timestamp that many days before the seed
 * @param storeResume stores a file and returns its key
 */
export function applicationRows(
  applicants: readonly Applicant[],
  daysAgo: (days: number) => string,
  storeResume: (bytes: Uint8Array) => Promise<string>,
): Promise<ApplicationRow[]> {
  const oldestFirst = applicants.toSorted((a, b) => b.applied - a.applied)
  return Promise.all(
    oldestFirst.map(async (applicant, i) => ({
      id: i + 1,
      ...personOf(applicant),
      ...reviewOf(applicant, daysAgo),
      ...(await resumeOf(applicant, storeResume)),
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
const notifiedAfter = 14

const told = (at: string) => ({ told_at: at, answered_at: at })

function reviewOf(
  { status, applied, reviewed, told: isTold, notes: parts = [] }: Applicant,
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
    // The same columns in each row: they are inserted by one statement.
    ...(reviewed !== undefined && (isTold ?? reviewed > notifiedAfter)
      ? { told_status: status, ...told(daysAgo(reviewed)) }
      : { told_status: null, told_at: null, answered_at: null }),
  }
}

async function resumeOf(applicant: Applicant, storeResume: (bytes: Uint8Array) => Promise<string>) {
  const resume_type =
    resumeTypes.find((type) => applicant.resume_name.endsWith(`.${type}`)) ?? 'pdf'
  const write = { pdf: pdfResume, doc: docResume, docx: docxResume }[resume_type]
  const bytes = await write(resumeContent(applicant))
  return {
    resume_type,
    resume_name: applicant.resume_name,
    resume_size: bytes.length,
    resume_sha256: createHash('sha256').update(bytes).digest('hex'),
    resume_key: await storeResume(bytes),
  } as const
}

function resumeContent({ first_name, last_name, email, phone, resume }: Applicant): Resume {
  const contact = phone ? `${email} · ${phone}` : email
  return { name: `${first_name} ${last_name}`, contact, sections: resume }
}
