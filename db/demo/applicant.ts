import type { ApplicationStatus } from '../enums.ts'

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
  /** Editor markup without entities. */
  notes?: string
  /** Plain text; blank lines separate paragraphs. */
  letter: string
  /** A name ending in .pdf needs a resume within Windows-1252. */
  resume_name: string
  /** Blank lines separate sections; the first line of each is its heading. */
  resume: string
}
