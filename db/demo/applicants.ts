import type { ApplicationStatus } from '../enums.ts'
import more from './data/applicants-more.json' with { type: 'json' }
import office from './data/applicants-office.json' with { type: 'json' }
import software from './data/applicants-software.json' with { type: 'json' }
import workshop from './data/applicants-workshop.json' with { type: 'json' }
import type { Resume } from './resume-files.ts'

/** A made-up candidate. */
export type Applicant = {
  job_id: number
  first_name: string
  last_name: string
  email: string
  phone: string | null
  status: ApplicationStatus
  /** Days before the seed. */
  applied: number
  /** Days before the seed; absent while the status is pending. */
  reviewed?: number
  /** Parts of editor markup without entities. */
  notes?: string[]
  /** Paragraphs of plain text. */
  letter: string[]
  /** Whether the candidate knows of the decision; by default those decided on long ago do. */
  told?: boolean
  /** A name ending in .pdf needs a resume within Windows-1252. */
  resume_name: string
  resume: Resume['sections']
}

/** Those whom the tests know. */
export const firstApplicants = [...workshop, ...software, ...office] as Applicant[]

export const applicants = [...firstApplicants, ...more] as Applicant[]
