import { escapeHtml, fullName } from '#api/core/http/contract/text.ts'
import { formatDateTime } from '../../lib/text/format.ts'

type Version = { notes: string; name: string; at: string | undefined }

const withHeading = ({ notes, name, at }: Version) =>
  `<p><strong>${escapeHtml(name)}${at ? `, ${formatDateTime(at)}` : ''}</strong></p>${notes}`

/** Someone else's notes and one's own, each below its author and time. */
const bothNotes = (theirs: Version, mine: Version) => withHeading(theirs) + withHeading(mine)

/** For SaveConflict: keeps the notes that `by` saved `at` and those of `me`. */
export const keepBothNotes = (
  by = '',
  at: string | undefined,
  me: Parameters<typeof fullName>[0],
) => ({
  notes: (mine: unknown, theirs: unknown) =>
    bothNotes(
      { notes: String(theirs), name: by, at },
      { notes: String(mine), name: fullName(me), at: new Date().toISOString() },
    ),
})
