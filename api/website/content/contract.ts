export { type ContentKind, needFor } from '#db/enums.ts'

/** How many versions of a page or job that were not public are kept. */
export const maxDraftVersions = 50

/** How many versions of a page or job that were public are kept. */
export const maxPublicVersions = 200

/** How many days a preview link works. */
export const previewDays = 7

/** How many days a deleted page or job can be put back. */
export const trashDays = 30
