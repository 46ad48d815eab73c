import { formatDateTime } from '../../lib/format.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const heading = (text: string) => `<p><strong>${escaped(text)}</strong></p>`

/** Someone else's notes and one's own, each below its author and time. */
export const bothNotes = (
  theirs: { notes: string; updated_at: string },
  mine: { notes: string; name: string; at: Date },
) =>
  [
    heading(`Saved by someone else, ${formatDateTime(theirs.updated_at)}`),
    theirs.notes,
    heading(`${mine.name}, ${formatDateTime(mine.at.toISOString())}`),
    mine.notes,
  ].join('')
