import { createContext } from 'react'
import type { AutomaticPlaceholder } from '#api/core/templates/contract/automatic.ts'
import { type Placeholder, placeholders } from '#api/core/templates/contract.ts'

export const placeholderLabel: Record<Placeholder | AutomaticPlaceholder, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  job_title: 'Job title',
  site_name: 'Site name',
  sender_name: 'Your name',
  reference: 'Reference',
  greeting: 'Greeting with the name',
  applicant: 'Applicant',
}

/** The placeholders that the editor offers. */
export const OfferedPlaceholders =
  createContext<readonly (Placeholder | AutomaticPlaceholder)[]>(placeholders)
