import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form'
import { changedBy, complaint, currentOf } from '../api/api.ts'
import { showFieldErrors } from '../api/field-errors.ts'
import { type Contest, isSame, merge } from '../drafts/merge.ts'
import { useDraft } from '../drafts/use-draft.ts'
import type { LinkTarget } from '../link-target.ts'
import { joined, type Note, type Toast, toast } from '../toasts.ts'
import { useOnce } from './use-once.ts'

type Stored = { id: number; updated_at: string }

/** Passwords are never stored in a draft. */
const withoutPassword = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name))) as Values

type Kind<Values extends FieldValues, Output, Row> = {
  /** 'job': used in the draft's key and in error messages. */
  kind: string
  stored: Row | undefined
  /** Form values of a stored row, or of a new one. */
  valuesOf: (row?: Row) => Values
  resolver: Resolver<Values, unknown, Output>
  /** Fields that are never merged from two people's changes, such as a host and its password. */
  together?: readonly (keyof Values)[]
}

/**
 * A form for `stored` or a new row, with its draft restored. `base` is the row the form started
 * from: with it, the server refuses to overwrite changes made since.
 */
export function useEntityForm<Values extends FieldValues, Output, Row extends Stored>(
  given: Kind<Values, Output, Row>,
) {
  const { kind, stored, valuesOf, resolver, together } = given
  const form = useForm<Values, unknown, Output>({
    defaultValues: valuesOf(stored) as DefaultValues<Values>,
    resolver,
  })
  const { isDirty } = form.formState
  const [base, setBase] = useState(stored)
  const [restored, setRestored] = useState(false)
  const values = withoutPassword(useWatch({ control: form.control }) as Values)
  const name = `${kind}-${stored?.id ?? 'new'}`
  const { draft, clear } = useDraft(name, { values, base }, { enabled: isDirty })

  const restore = useEffectEvent((typed: NonNullable<typeof draft>) => {
    form.reset({ ...valuesOf(typed.base), ...typed.values }, { keepDefaultValues: true })
    setBase(typed.base)
    setRestored(true)
  })
  useEffect(() => {
    if (draft) restore(draft)
  }, [draft])

  /** Resets to a stored row, or to an empty form; discards input. */
  function startFrom(row?: Row) {
    form.reset(valuesOf(row))
    setBase(row)
    setRestored(false)
    clear()
  }

  /**
   * Takes over `fields` of a row that another action has changed; keeps other input. If someone
   * changed more of the row, the next save still conflicts with that.
   */
  function adopt(row: Row, ...fields: (Path<Values> & keyof Values)[]) {
    const now = valuesOf(row)
    for (const field of fields)
      form.resetField(field, { defaultValue: now[field] as PathValue<Values, typeof field> })
    const isTheirs = (field: string) => !(fields as string[]).includes(field)
    if (!merge(valuesOf(base), valuesOf(base), now).taken.some(isTheirs)) setBase(row)
  }

  /** Marks the form as saved. */
  function settle() {
    form.reset(form.getValues())
    clear()
  }

  /** Goes on from a newer row: its values are the form's defaults, `values` stay typed. */
  function rebase(row: Row, values: Values) {
    form.reset(valuesOf(row))
    form.reset(values, { keepDefaultValues: true })
    setBase(row)
  }

  const startOver = () => startFrom(stored)
  const ways = { rebase, startFrom, startOver, adopt, settle, forgetDraft: clear }
  return { kind, form, isDirty, base, valuesOf, resolver, together, restored, ...ways }
}

type EntityForm<Values extends FieldValues, Output, Row extends Stored> = ReturnType<
  typeof useEntityForm<Values, Output, Row>
>

type Saving<Output, Row, Saved> = {
  /** Throws a 409 when the row is no longer `base`, the one that the input is based on. */
  save: (output: Output, basedOn: string | undefined, base: Row | undefined) => Promise<Saved>
  /** Prefix of the queries to invalidate. */
  key: QueryKey
  /** The name in the success message. */
  nameOf: (output: Output) => string
  /** The address of its public page; undefined while visitors don't see it. */
  pageOf?: (saved: Saved) => string | undefined
  /** What the success message adds. */
  noteOf?: (saved: Saved) => Note | undefined
  /** What the success message offers beside View and Copy link. */
  offerOf?: (saved: Saved) => Toast['offer']
  /**
   * Saves beside what is published; the form then goes on from the answer. Throws a 409 like `save`.
   */
  saveDraft?: (output: Output, base: Row | undefined) => Promise<Row>
  /** Fields that are no part of a draft: they stay as they were typed, unsaved. */
  notInDraft?: readonly string[]
  /** Where to go after saving. */
  back: LinkTarget
}

/** How often someone else may save while the form is being saved. */
const maxTries = 5

/**
 * Saves the form. When someone else saved first, both people's changes are merged and saved; of the
 * fields that both changed, the person chooses a version.
 */
export function useSaveForm<Values extends FieldValues, Output, Row extends Stored, Saved>(
  state: EntityForm<Values, Output, Row>,
  {
    save,
    saveDraft,
    notInDraft = [],
    key,
    nameOf,
    pageOf,
    noteOf,
    offerOf,
    back,
  }: Saving<Output, Row, Saved>,
) {
  const { kind, form, base, valuesOf, resolver, together, rebase, settle, startFrom } = state
  const client = useQueryClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const [contest, setContest] = useState<Contest>()
  const undecided = contest?.fields.filter(
    ({ name, mine, choice }) => !choice && isSame(form.getValues(name as Path<Values>), mine),
  )

  /** The merged input; undefined when a person has to look at it first. */
  async function mergeWith(current: Row, before: Row | undefined, by: string) {
    const theirs = valuesOf(current)
    const mine = form.getValues()
    const { values, taken, contested } = merge(valuesOf(before), mine, theirs, together)
    rebase(current, values)
    if (contested.length) {
      const fields = contested.map((name) => ({ name, mine: mine[name], theirs: theirs[name] }))
      setContest({ by, fields, isDue: false })
      return undefined
    }
    const options = { fields: {}, shouldUseNativeValidation: false, criteriaMode: 'firstError' }
    const { values: output, errors } = await resolver(values, undefined, options as never)
    if (!Object.keys(errors).length) return { output: output as Output, taken }
    await form.trigger(undefined, { shouldFocus: true })
    setFailure('Not saved: someone else’s changes don’t fit yours. See the marked fields.')
    return undefined
  }

  /** What was saved, and whose fields were kept; undefined when it was not. */
  async function send<Result>(
    output: Output,
    call: (output: Output, from: Row | undefined) => Promise<Result>,
  ) {
    let [sent, from, note] = [output, base, '']
    for (let tries = 1; ; tries++) {
      try {
        return { saved: await call(sent, from), sent, note }
      } catch (error) {
        const current = currentOf<Row>(error)
        if (!current || tries === maxTries) throw error
        const by = changedBy(error)
        const merged = await mergeWith(current, from, by)
        if (!merged) return undefined
        ;[sent, from] = [merged.output, current]
        if (merged.taken.length)
          note = `${by === 'You' ? 'Your changes from another window' : `${by}’s changes`} were kept too`
      }
    }
  }

  /** As `send`, once the person has decided; shows why it was not saved. */
  async function attempt<Result>(
    output: Output,
    call: (output: Output, from: Row | undefined) => Promise<Result>,
  ) {
    if (undecided?.length) {
      setContest(contest && { ...contest, isDue: true })
      return undefined
    }
    setFailure(undefined)
    setContest(undefined)
    try {
      return await send(output, call)
    } catch (error) {
      if (!showFieldErrors(form, error)) setFailure(complaint(`Failed to save ${kind}`, error))
      return undefined
    }
  }

  const draftOnce = useOnce(async (output: Output) => {
    if (!saveDraft) return
    const sent = form.getValues()
    const done = await attempt(output, saveDraft)
    if (!done) return
    const typed = form.getValues()
    // What was typed while it was being saved stays.
    const { values } = merge(sent, typed, valuesOf(done.saved))
    startFrom(done.saved)
    const left = notInDraft.map((name) => [name, typed[name as keyof Values]])
    rebase(done.saved, { ...values, ...Object.fromEntries(left) })
    client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    toast({
      message: joined(`The draft of “${nameOf(done.sent)}” was saved`, done.note),
      kind: 'done',
    })
  })

  const saveOnce = useOnce(async (output: Output) => {
    const done = await attempt(output, (sent, from) => save(sent, from?.updated_at, from))
    if (!done) return
    const { saved, sent, note: kept } = done
    settle()
    client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    const note = noteOf?.(saved)
    toast({
      message: joined(
        `“${nameOf(sent)}” was ${base ? 'updated' : 'created'}`,
        kept,
        note?.sentence,
      ),
      kind: 'done',
      link: note?.link,
      page: pageOf?.(saved),
      offer: offerOf?.(saved),
    })
    await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
  })

  /** Puts a version of a contested field into the form. */
  function choose(name: string, value: unknown, choice: 'mine' | 'theirs') {
    const field = name as Path<Values>
    form.setValue(field, value as PathValue<Values, typeof field>, { shouldDirty: true })
    setContest(
      (now) =>
        now && {
          ...now,
          fields: now.fields.map((one) => (one.name === name ? { ...one, choice } : one)),
        },
    )
  }

  return {
    failure,
    contest,
    choose,
    submit: form.handleSubmit((output) => saveOnce(output)),
    submitDraft: form.handleSubmit((output) => draftOnce(output)),
  }
}
