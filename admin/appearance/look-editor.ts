import type { AppearanceRow } from '#api/website/appearance/contract/row.ts'
import { appearanceChange } from '#api/website/appearance/contract.ts'
import { complaint, currentOf } from '../lib/api/api.ts'
import { ApiError, sentence } from '../lib/api/api-error.ts'
import type { ThemeChange } from './queries.ts'
import {
  changedSince,
  changeOf,
  messagesOf,
  type Name,
  only,
  type Values,
  valuesOf,
} from './values.ts'

/** What someone else has changed since; `contested` fields were changed here as well. */
type Theirs = { sentence: string; fields: Name[]; contested: Name[] }

type State = {
  row: AppearanceRow
  /** What is saved, as it was typed: the server may have trimmed it. */
  base: Values
  values: Values
  errors: Partial<Record<Name, string>>
  failure: string | undefined
  theirs: Theirs | undefined
}

type Options = {
  row: AppearanceRow
  /** Throws a 409 with the current row when the appearance has changed since `updated_at`. */
  save: (change: ThemeChange) => Promise<AppearanceRow>
  /** Called with each saved row. */
  onSaved?: (row: AppearanceRow) => void
  /** In ms: after the last change, and after a failure. */
  pause?: number
  retryAfter?: number
}

/**
 * The values of the screen, which save themselves to the draft. Fields with an error wait, without
 * holding up the others. What somebody else changes is taken over; where both changed the same
 * field, nothing is saved until the person decides.
 */
export function createThemeEditor({ save, onSaved, pause = 500, retryAfter = 5000, row }: Options) {
  const listeners = new Set<() => void>()
  let state: State = fresh(row)
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function update(change: Partial<State>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const unsaved = () => changedSince(state.base, state.values)
  const ready = () =>
    state.theirs?.contested.length
      ? []
      : unsaved().filter((name) => state.errors[name] === undefined)

  function schedule(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  function merge(current: AppearanceRow, error: unknown) {
    const now = valuesOf(current)
    const mine = unsaved()
    const fields = changedSince(state.base, now)
    const differing = changedSince(now, state.values)
    const contested = fields.filter((name) => mine.includes(name) && differing.includes(name))
    update({
      row: current,
      base: now,
      values: { ...now, ...only(state.values, mine) },
      theirs: fields.length ? { sentence: sentence(error, ''), fields, contested } : undefined,
    })
    onSaved?.(current)
  }

  function refuse(messages: State['errors']): true {
    update({ errors: { ...messages, ...state.errors }, failure: undefined })
    return true
  }

  /** Saves what is ready; true if the next try need not wait. */
  async function send(): Promise<boolean> {
    const typed = only(state.values, ready())
    const change = changeOf(typed)
    const checked = appearanceChange.safeParse(change)
    if (!checked.success) return refuse(messagesOf(checked.error.issues))
    try {
      const saved = await save({ ...change, updated_at: state.row.updated_at })
      update({ row: saved, base: { ...valuesOf(saved), ...typed }, failure: undefined })
      onSaved?.(saved)
    } catch (error) {
      const current = currentOf<AppearanceRow>(error)
      const messages = messagesOf((error instanceof ApiError && error.body.details) || [])
      if (current) merge(current, error)
      else if (Object.keys(messages).length) refuse(messages)
      else {
        update({ failure: complaint('Your changes are not saved yet', error) })
        schedule(retryAfter)
        return false
      }
    }
    return true
  }

  async function saveAll() {
    while (ready().length && (await send()));
  }

  /** Saves now, after what is being saved. Returns whether everything is saved. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    const mine = (running ?? Promise.resolve()).then(saveAll)
    running = mine
    await mine
    if (running === mine) running = undefined
    return unsaved().length === 0
  }

  /** Replaces everything with a row and discards unsaved changes. */
  function startFrom(row: AppearanceRow) {
    clearTimeout(timer)
    update(fresh(row))
    onSaved?.(row)
  }

  return {
    state: () => state,
    unsaved,
    flush,
    startFrom,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(change: Partial<Values>) {
      const errors = Object.entries(state.errors).filter(([name]) => !(name in change))
      update({ values: { ...state.values, ...change }, errors: Object.fromEntries(errors) })
      schedule(pause)
    },
    /** Takes over a row read later, unless something is not saved. */
    adopt(row: AppearanceRow) {
      const isSame = row.updated_at === state.row.updated_at && row.is_draft === state.row.is_draft
      if (!isSame && !running && !unsaved().length) startFrom(row)
    },
    /** Closes the notice of changes that contradict none here. */
    acknowledge: () => update({ theirs: undefined }),
    /** Settles one contested field; once all are, saving goes on. */
    choose(name: Name, whose: 'mine' | 'theirs') {
      const { theirs, values, base } = state
      const contested = theirs?.contested.filter((other) => other !== name) ?? []
      update({
        values: whose === 'theirs' ? { ...values, ...only(base, [name]) } : values,
        theirs: theirs && contested.length ? { ...theirs, contested } : undefined,
      })
      if (!contested.length) schedule(0)
    },
  }
}

function fresh(row: AppearanceRow): State {
  const values = valuesOf(row)
  return { row, base: values, values, errors: {}, failure: undefined, theirs: undefined }
}
