import { changedBy, currentOf } from '../../lib/api/api.ts'
import { type Contested, merge, type Ways } from './merge.ts'

/** How often someone else may save meanwhile. */
const maxTries = 5

type Sending<Row, Values, Saved> = {
  /** What `values` are based on. */
  base: Row
  values: Values
  valuesOf: (row: Row) => Values
  ways?: Ways<Values>
  /** Throws a 409 when the row is no longer `base`. */
  send: (values: Values, base: Row) => Promise<Saved>
  /** The row as it is now, from a 409; undefined if the refusal is about something else. */
  current?: (refusal: unknown) => Row | undefined | Promise<Row | undefined>
  /** Called before the merged values are sent, or somebody is asked about them. */
  onMerged?: (row: Row, values: Values) => void
}

type Theirs = {
  /** Who saved first: a name, 'You' in another window, or 'Someone else'; '' if nobody did. */
  by: string
  /** The fields into which something of theirs came. */
  taken: string[]
}

/**
 * Saves my values. When someone else saved first, merges both people's changes and saves those;
 * saves nothing as soon as both changed the same, which is then `contested`.
 */
export async function sendMerged<Row, Values extends object, Saved>({
  base,
  values,
  valuesOf,
  ways,
  send,
  current = currentOf,
  onMerged,
}: Sending<Row, Values, Saved>): Promise<
  Theirs & ({ saved: Saved; contested?: never } | { contested: Contested[]; row: Row })
> {
  const theirs: Theirs = { by: '', taken: [] }
  let [sent, from] = [values, base]
  for (let tries = 1; ; tries++) {
    try {
      return { saved: await send(sent, from), ...theirs }
    } catch (error) {
      const row = await current(error)
      if (!row || tries === maxTries) throw error
      const merged = merge(valuesOf(from), sent, valuesOf(row), ways)
      theirs.by = changedBy(error)
      theirs.taken = [...new Set([...theirs.taken, ...merged.taken])]
      ;[sent, from] = [merged.values, row]
      onMerged?.(row, sent)
      if (merged.contested.length) return { contested: merged.contested, row, ...theirs }
    }
  }
}

/** 'Rita Marchetti’s changes were kept too: Title, Team'; '' if nothing came from someone else. */
export const keptToo = (by: string, taken: string[]) =>
  taken.length
    ? `${by === 'You' ? 'Your changes from another window' : `${by}’s changes`} were kept too: ${taken.join(', ')}`
    : ''
