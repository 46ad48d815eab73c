import { type Permission, permissions, type Role } from '#api/accounts/auth/contract/access.ts'

export type Boxes = { role: Role; permissions: readonly Permission[] }

export type NamedRole = Boxes & {
  name: string
  /** What they can do, as a sentence. */
  can: string
}

const onTeams = 'Sees only the jobs whose hiring team they join'

/** Ways to fill in role and permissions; only those are stored. */
export const namedRoles: readonly NamedRole[] = [
  {
    name: 'Recruiter',
    role: 'user',
    permissions: ['review_applications', 'manage_jobs'],
    can: 'Reads and decides on all applications, creates jobs, and writes templates and steps.',
  },
  {
    name: 'Hiring manager',
    role: 'user',
    permissions: [],
    can: `${onTeams}, evaluates and decides there. Owners of a job also get notices.`,
  },
  {
    name: 'Interviewer',
    role: 'user',
    permissions: [],
    can: `${onTeams}, takes part in its interviews and evaluates.`,
  },
  {
    name: 'Editor',
    role: 'user',
    permissions: ['edit_pages'],
    can: 'Writes and publishes pages, images and menus.',
  },
  {
    name: 'Administrator',
    role: 'admin',
    permissions: [],
    can: 'Does everything, also users, settings, email and privacy.',
  },
]

/** The named roles with these boxes; an admin's permissions say nothing more. */
export const rolesThatFit = (boxes: Boxes): NamedRole[] =>
  namedRoles.filter(
    ({ role, permissions: given }) =>
      role === boxes.role &&
      (role === 'admin' ||
        permissions.every((each) => given.includes(each) === boxes.permissions.includes(each))),
  )
