import type { Permission } from '../enums.ts'

export const demoAdministrator = { first_name: 'Ada', last_name: 'Halloran' }

type StaffMember = {
  first_name: string
  last_name: string
  email: string
  permissions: Permission[]
}

/** One person per permission. Without a password nobody can sign in as them. */
export const staff: StaffMember[] = [
  {
    first_name: 'Rita',
    last_name: 'Marchetti',
    email: 'rita.marchetti@example.com',
    permissions: ['review_applications'],
  },
  {
    first_name: 'Joe',
    last_name: 'Tierney',
    email: 'joe.tierney@example.com',
    permissions: ['manage_jobs'],
  },
  {
    first_name: 'Pam',
    last_name: 'Osei',
    email: 'pam.osei@example.com',
    permissions: ['edit_pages'],
  },
  {
    first_name: 'Uma',
    last_name: 'Krishnan',
    email: 'uma.krishnan@example.com',
    permissions: ['manage_users'],
  },
  {
    first_name: 'Sam',
    last_name: 'Brennan',
    email: 'sam.brennan@example.com',
    permissions: ['manage_settings'],
  },
]
