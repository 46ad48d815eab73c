/** Who an application was erased for: it decides whether a restored backup may bring it back. */
export type ErasureCause = 'candidate' | 'staff' | 'rule'

/** An entry in the list of erased applications. */
export type Erased = {
  /** The application's public id. */
  id: string
  /** Null in entries of older versions: then it counts as the candidate's own wish. */
  cause: ErasureCause | null
  /** `YYYY-MM-DD`, UTC; null without a cause. */
  day: string | null
}

/** For how many days a restore can bring back what a retention rule erased. */
const restorableDays = 30

/** The entry as the name of a file or object: it has no other content. */
export const erasedName = ({ id, cause, day }: Erased) => (cause ? `${id}.${cause}.${day}` : id)

export function parseErased(name: string): Erased {
  const [, id, cause, day] = /^(\w+)\.(candidate|staff|rule)\.(\d{4}-\d\d-\d\d)$/.exec(name) ?? []
  return id && day
    ? { id, cause: cause as ErasureCause, day }
    : { id: name, cause: null, day: null }
}

export const erasedNow = (ids: readonly string[], cause: ErasureCause): Erased[] =>
  ids.map((id) => ({ id, cause, day: new Date().toISOString().slice(0, 10) }))

/** The entries that a restore may drop: only a rule erased the application, and lately. */
export function restorable(listed: readonly Erased[], now = new Date()): Erased[] {
  const first = new Date(now.getTime() - restorableDays * 86_400_000).toISOString().slice(0, 10)
  const isByRule = ({ cause, day }: Erased) => cause === 'rule' && day !== null && day >= first
  const stay = new Set(listed.filter((entry) => !isByRule(entry)).map(({ id }) => id))
  return listed.filter(({ id }) => !stay.has(id))
}
