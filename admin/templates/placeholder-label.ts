import type { Placeholder } from '#api/templates/contract.ts'

export const placeholderLabel: Record<Placeholder, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  job_title: 'Job title',
  site_name: 'Site name',
  sender_name: 'Your name',
  reference: 'Reference',
}
