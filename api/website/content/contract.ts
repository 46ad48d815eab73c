import type { Permission } from '#api/accounts/auth/contract/access.ts'
import type { ContentKind } from '#db/enums.ts'

export type { ContentKind } from '#db/enums.ts'

/** What drafts, history and preview links of each kind require. */
export const needFor = {
  page: 'edit_pages',
  job: 'manage_jobs',
} as const satisfies Record<ContentKind, Permission>

/** How many versions of a page or job that were not public are kept. */
export const maxDraftVersions = 50

/** How many versions of a page or job that were public are kept. */
export const maxPublicVersions = 200

/** How many days a preview link works. */
export const previewDays = 7

/** How many days a deleted page or job can be put back. */
export const trashDays = 30
