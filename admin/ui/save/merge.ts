import { diffArrays } from 'diff'

type Key = string | number
/** What tells the rows of a list apart; undefined for one that is not stored yet. */
type KeyOf<List> = List extends readonly (infer Row)[] | null | undefined
  ? (row: Row) => Key | undefined
  : never

/** How the values of a form are merged. */
export type Ways<Values> = {
  /** Fields that are never mixed from two people's changes, such as a host and its password. */
  together?: readonly (keyof Values)[]
  /** Lists that are merged row by row; others count as one value. */
  rows?: { [Name in keyof Values]?: KeyOf<Values[Name]> }
}

/** A value merged in my favor and in theirs; both are the same unless both changed the same part. */
type Merged = { mine: unknown; theirs: unknown }

/** A field that both changed; `base` is what both started from. */
export type Contested = { name: string; base: unknown } & Merged

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
 * Merges two people's changes of `base`: fields, rich texts by top-level block, lists by row. Of
 * what both changed, `values` keep mine, and `contested` has both versions; `taken` names the
 * fields into which something of the other came. The fields `together` are the other's only when I
 * changed none of them.
 */
export function merge<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  { together = [], rows = {} }: Ways<Values> = {},
) {
  const isMine = (name: keyof Values) => !isSame(base[name], mine[name])
  const all = (Object.keys(theirs) as (keyof Values & string)[]).map((name) => {
    const given = [base[name], mine[name], theirs[name]] as const
    const keyOf = rows[name] as ((row: unknown) => Key | undefined) | undefined
    const isKept = together.includes(name) && together.some(isMine)
    const merged = isKept && !isSame(given[0], given[2]) ? whole(given) : part(...given, keyOf)
    return { name, base: given[0], ...merged }
  })
  return {
    values: { ...mine, ...Object.fromEntries(all.map((one) => [one.name, one.mine])) } as Values,
    taken: all.filter((one) => !isSame(one.mine, mine[one.name])).map(({ name }) => name),
    contested: all.filter((one) => !isSame(one.mine, one.theirs)) as Contested[],
  }
}

const agreed = (value: unknown): Merged => ({ mine: value, theirs: value })
const whole = ([, mine, theirs]: readonly unknown[]): Merged => ({ mine, theirs })

function part(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  keyOf?: (row: unknown) => Key | undefined,
): Merged {
  if (isSame(base, theirs) || isSame(mine, theirs)) return agreed(mine)
  if (isSame(base, mine)) return agreed(theirs)
  if (keyOf) return mergeRows(asList(base), asList(mine), asList(theirs), keyOf)
  if ([base, mine, theirs].every(isRichText)) {
    const [old, ours, others] = [base, mine, theirs].map((text) => blocksOf(String(text ?? '')))
    const merged = mergeBlocks(old!, ours!, others!)
    return { mine: merged.mine.join(''), theirs: merged.theirs.join('') }
  }
  return { mine, theirs }
}

const asList = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])

function mergeRows(
  base: unknown[],
  mine: unknown[],
  theirs: unknown[],
  keyOf: (row: unknown) => Key | undefined,
): Merged {
  const keyed = (rows: unknown[], whose: string) =>
    new Map(rows.map((row, place) => [keyOf(row) ?? `${whose} ${place}`, row]))
  const [old, ours, others] = [keyed(base, 'old'), keyed(mine, 'mine'), keyed(theirs, 'theirs')]
  const sorted = (rows: Map<Key, unknown>) =>
    [...rows.keys()].filter((key) => old.has(key) && ours.has(key) && others.has(key))
  const isMoved = !isSame(sorted(ours), sorted(old))
  const isMovedToo = isMoved && !isSame(sorted(others), sorted(old))
  const places = {
    mine: isMoved ? inOrder(ours, others) : inOrder(others, ours),
    theirs: isMoved && !isMovedToo ? inOrder(ours, others) : inOrder(others, ours),
  }
  const rows = new Map(
    [...ours.keys(), ...others.keys()].map((key) => [
      key,
      mergeRow(old.get(key), ours.get(key), others.get(key)),
    ]),
  )
  const list = (whose: keyof Merged) =>
    places[whose].map((key) => rows.get(key)?.[whose]).filter((row) => row !== undefined)
  return { mine: list('mine'), theirs: list('theirs') }
}

/** The keys of both: in the order of the first, each of the second behind the one before it. */
function inOrder(first: Map<Key, unknown>, second: Map<Key, unknown>): Key[] {
  const keys = [...first.keys()]
  let before = -1
  for (const key of second.keys()) {
    if (!first.has(key)) keys.splice(before + 1, 0, key)
    before = keys.indexOf(key)
  }
  return keys
}

/** A row that is undefined is not in the list. */
function mergeRow(base: unknown, mine: unknown, theirs: unknown): Merged {
  if (mine === undefined || theirs === undefined) {
    const left = mine ?? theirs
    if (base === undefined) return agreed(left)
    return isSame(base, left) ? agreed(undefined) : { mine, theirs }
  }
  if (base === undefined || typeof mine !== 'object') return part(base, mine, theirs)
  const [old, ours, others] = [base, mine, theirs] as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(ours!), ...Object.keys(others!)])]
  const fields = names.map((name) => [name, part(old![name], ours![name], others![name])] as const)
  const row = (whose: keyof Merged) =>
    Object.fromEntries(fields.map(([name, merged]) => [name, merged[whose]]))
  return { mine: row('mine'), theirs: row('theirs') }
}

/** What an editor writes, or an empty text. */
export const isRichText = (value: unknown) =>
  isNothing(value) ||
  (typeof value === 'string' &&
    /^\s*<(p|h[1-6]|ul|ol|blockquote|figure|hr|section|div|pre|table|details)\b/.test(value))

const isVoid = (name: string) => /^(br|hr|img|source|wbr)$/i.test(name)

/** The top-level elements of rich text, as the server or the editor serialized it. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = []
  let [depth, start] = [0, 0]
  for (const { 0: tag, 1: closes, 2: name = '', index } of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:"[^"]*"|[^">])*>/gi,
  )) {
    if (!isVoid(name)) depth += closes ? -1 : 1
    if (depth > 0) continue
    blocks.push(html.slice(start, index + tag.length))
    start = index + tag.length
  }
  const rest = html.slice(start)
  return rest.trim() ? [...blocks, rest] : blocks
}

/** A part of the base, from one place to before another, and what it became. */
type Change = { from: number; to: number; blocks: string[] }

function changesOf(base: string[], now: string[]): Change[] {
  const changes: Change[] = []
  let place = 0
  for (const { value, added, removed } of diffArrays(base, now)) {
    if (added || removed) {
      const last = changes.at(-1)
      const change = last?.to === place ? last : { from: place, to: place, blocks: [] }
      if (change !== last) changes.push(change)
      if (added) change.blocks.push(...value)
      else change.to += value.length
    }
    if (!added) place += value.length
  }
  return changes.flatMap(onePerBlock)
}

/** As many blocks as before: each was changed by itself. */
const onePerBlock = ({ from, to, blocks }: Change): Change[] =>
  blocks.length === to - from
    ? blocks.map((block, n) => ({ from: from + n, to: from + n + 1, blocks: [block] }))
    : [{ from, to, blocks }]

/** Three-way merge of blocks: changes of the same blocks, or insertions at the same place, differ. */
function mergeBlocks(base: string[], mine: string[], theirs: string[]) {
  const changes = [
    ...changesOf(base, mine).map((change) => ({ ...change, whose: 'mine' as const })),
    ...changesOf(base, theirs).map((change) => ({ ...change, whose: 'theirs' as const })),
  ].sort((a, b) => a.from - b.from || a.to - b.to)
  const groups: { from: number; to: number; changes: typeof changes }[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const isInsertion = change.to === change.from && last?.to === last?.from
    if (last && (change.from < last.to || (isInsertion && change.from === last.from))) {
      last.changes.push(change)
      last.to = Math.max(last.to, change.to)
    } else groups.push({ from: change.from, to: change.to, changes: [change] })
  }
  const merged = { mine: [] as string[], theirs: [] as string[] }
  let place = 0
  const keep = (to: number) => {
    for (const list of Object.values(merged)) list.push(...base.slice(place, to))
    place = to
  }
  for (const { from, to, changes } of groups) {
    keep(from)
    const [one] = changes
    const isOnes = changes.every(({ whose }) => whose === one?.whose)
    for (const whose of ['mine', 'theirs'] as const)
      merged[whose].push(...changed(base, { from, to }, changes, isOnes ? one!.whose : whose))
    place = to
  }
  keep(base.length)
  return merged
}

/** A part of the base with the changes of one person. */
function changed(
  base: string[],
  { from, to }: { from: number; to: number },
  changes: (Change & { whose: string })[],
  whose: string,
): string[] {
  const blocks: string[] = []
  let place = from
  for (const change of changes.filter((one) => one.whose === whose)) {
    blocks.push(...base.slice(place, change.from), ...change.blocks)
    place = change.to
  }
  return [...blocks, ...base.slice(place, to)]
}
