import type { ApplicationStatus } from '../enums.ts'

/** A made-up person who applied. */
export type Applicant = {
  job_id: number
  first_name: string
  last_name: string
  email: string
  phone: string | null
  status: ApplicationStatus
  /** Days before the seed. */
  applied: number
  /** Likewise; missing while the status is pending. */
  reviewed?: number
  /** Markup as the editor would make it, without entities. */
  notes?: string
  /** Plain text, its paragraphs parted by empty lines. */
  letter: string
  /** A name that ends in .pdf needs a resume that Windows-1252 can spell. */
  resume_name: string
  /** Sections parted by empty lines; the first line of each is its heading. */
  resume: string
}
