/** Two people's values of the fields that both changed. */
export type Contest = {
  /** Who saved first: a name, 'You' in another window, or 'Someone else'. */
  by: string
  fields: { name: string; mine: unknown; theirs: unknown; choice?: 'mine' | 'theirs' }[]
  /** The person tried to save before choosing. */
  isDue: boolean
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

/** Whether two values of a form say the same; empty text, null and a missing key are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  const [one, other] = [a, b] as Record<string, unknown>[]
  return [...new Set([...Object.keys(one!), ...Object.keys(other!)])].every((key) =>
    isSame(one![key], other![key]),
  )
}

/**
 * Merges two people's changes field by field; `base` holds the values that both started from. A rich
 * text and a list count as one field. `contested` fields were changed by both and keep `mine`;
 * `taken` ones were changed only by the other. The fields `together` only make sense as one
 * person's: those of the other are taken only when I changed none of them.
 */
export function merge<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  together: readonly (keyof Values)[] = [],
) {
  type Name = keyof Values & string
  const names = Object.keys(theirs) as Name[]
  const changed = names.filter((name) => !isSame(base[name], theirs[name]))
  const isMine = (name: keyof Values) => !isSame(base[name], mine[name])
  const taken = changed.filter((name) =>
    together.includes(name) ? !together.some(isMine) : !isMine(name),
  )
  const contested = changed.filter(
    (name) => !taken.includes(name) && !isSame(mine[name], theirs[name]),
  )
  const values = { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) }
  return { values, taken, contested }
}
