import type { Permission } from '../enums.ts'
import people from './data/staff.json' with { type: 'json' }

export const demoAdministrator = { first_name: 'Ada', last_name: 'Halloran' }

type StaffMember = Omit<(typeof people)[number], 'permissions'> & { permissions: Permission[] }

/** One person per permission. Without a password nobody can sign in as them. */
export const staff = people as StaffMember[]
