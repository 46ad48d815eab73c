import type { Permission } from '../enums.ts'
import people from './data/staff.json' with { type: 'json' }

export const demoAdministrator = { first_name: 'Ada', last_name: 'Halloran' }

type StaffMember = Omit<(typeof people)[number], 'permissions'> & { permissions: Permission[] }

/** One person per permission. Without a password nobody can sign in as them. */
export const staff = people as StaffMember[]

/** Without `email`: the administrator. */
export const hiringTeamRows: { job_id: number; email?: string; owner?: boolean }[] = [
  { job_id: 1, owner: true },
  { job_id: 1, email: 'joe.tierney@example.com' },
  { job_id: 3, email: 'joe.tierney@example.com', owner: true },
  { job_id: 3, email: 'pam.osei@example.com' },
  { job_id: 8, email: 'pam.osei@example.com' },
]
