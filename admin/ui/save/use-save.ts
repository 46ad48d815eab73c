import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type BaseSyntheticEvent, useState } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { complaint, currentOf } from '../../lib/api/api.ts'
import { showFieldErrors } from '../../lib/api/field-errors.ts'
import { useOnce } from '../../lib/hooks/use-once.ts'
import type { LinkTarget } from '../../lib/link-target.ts'
import { joined, type Note, type Toast, toast } from '../../lib/toasts.ts'
import { type Contested, isSame, merge } from './merge.ts'
import { keptToo, sendMerged } from './send-merged.ts'
import type { EntityForm, Stored } from './use-entity-form.ts'

/** What a person has to decide before their form is saved. */
type Contest = {
  /** Who saved first: a name, 'You' in another window, or 'Someone else'. */
  by: string
  thing: string
  /** Labels of the fields into which something of theirs came. */
  taken: string[]
  fields: (Contested & {
    label: string
    show: (value: unknown) => unknown
    choice?: 'mine' | 'theirs'
  })[]
  /** The person tried to save before choosing. */
  isDue: boolean
}

type Saving<Values extends FieldValues, Output, Row extends Stored, Saved> = {
  /** Throws a 409 when the row is no longer `base`, the one that the input is based on. */
  save: (output: Output, basedOn: string | undefined, base: Row | undefined) => Promise<Saved>
  /** Prefix of the queries to invalidate. */
  key?: QueryKey
  /** The name in the success message, “…” was updated. */
  nameOf?: (output: Output) => string
  /** The success message; '' shows none. */
  messageOf?: (saved: Saved, output: Output) => string
  /** Begins the message about a failure that the server doesn't explain. */
  failed?: string
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
  /** The row as it is now, from a 409, where the refusal's `current` is not all of it. */
  current?: (refusal: unknown) => Row | undefined | Promise<Row | undefined>
  /** The field of an error of the server, where its path does not name it. */
  fieldOf?: (path: (string | number)[], values: Values) => string
  /** Who alone can have changed it, where the refusal does not tell: 'You'. */
  by?: string
  /** Called when it is saved, before the message is shown. */
  onSaved?: (saved: Saved, output: Output) => void
  /** Where to go after saving. */
  back?: LinkTarget
}

/** The merged input is not valid: its fields say so. */
class Unfit extends Error {}

/**
 * Saves the form. When someone else saved first, both people's changes are merged and saved; of the
 * fields that both changed, the person chooses a version.
 *
 * @example
 * const state = useEntityForm({ kind: 'tag', stored: tag, valuesOf, resolver })
 * const saving = useSave(state, {
 *   save: (change, updated_at) => saveTag(tag.id, { ...change, updated_at }),
 *   key: tagsKey,
 *   nameOf: ({ name }) => name,
 * })
 * return <FormDialog {...{ state, saving, onClose }} title="Edit" action="Save">…</FormDialog>
 */
export function useSave<Values extends FieldValues, Output, Row extends Stored, Saved>(
  state: EntityForm<Values, Output, Row>,
  options: Saving<Values, Output, Row, Saved>,
) {
  const { save, saveDraft, key, nameOf, back, notInDraft = [] } = options
  const { kind, thing, names, ways, form, base, valuesOf, resolver, rebase, settle, startFrom } =
    state
  const client = useQueryClient()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<{ failure?: string; contest?: Contest; round: number }>()
  // What was said of input that has been discarded since is gone with it.
  const { failure, contest } = outcome?.round === state.round ? outcome : {}
  const show = (found: { failure?: string; contest?: Contest }) =>
    setOutcome({ ...found, round: state.round })
  const undecided = contest?.fields.filter(
    ({ name, mine, choice }) => !choice && isSame(form.getValues(name as Path<Values>), mine),
  )
  const refresh = (refetchType: 'none' | 'active') =>
    key && client.invalidateQueries({ queryKey: key, refetchType })
  const labelOf = (name: string) => names[name] ?? name

  /** Merged values as they are sent; throws if they don't fit together. */
  async function outputOf(values: Values) {
    const options = { fields: {}, shouldUseNativeValidation: false, criteriaMode: 'firstError' }
    const { values: output, errors } = await resolver(values, undefined, options as never)
    if (Object.keys(errors).length) throw new Unfit()
    return output as Output
  }

  /** What was saved; undefined, and the reason on screen, when it was not. */
  async function attempt<Result>(
    output: Output,
    call: (output: Output, from: Row | undefined) => Promise<Result>,
  ) {
    if (undecided?.length) {
      if (contest) show({ contest: { ...contest, isDue: true } })
      return undefined
    }
    show({})
    let sent = output
    const values = form.getValues()
    try {
      const done = await sendMerged<Row | undefined, Values, Result>({
        base,
        values,
        valuesOf,
        ways,
        send: async (merged, from) => {
          if (merged !== values) sent = await outputOf(merged)
          return call(sent, from)
        },
        current: options.current ?? currentOf,
        onMerged: rebase,
      })
      const taken = done.taken.map(labelOf)
      const by = options.by ?? done.by
      if (!done.contested) return { saved: done.saved, sent, note: keptToo(by, taken) }
      const fields = done.contested.map((one) => ({
        ...one,
        label: labelOf(one.name),
        show: state.show?.[one.name] ?? ((value: unknown) => value),
      }))
      show({ contest: { by, thing, taken, fields, isDue: false } })
    } catch (error) {
      if (error instanceof Unfit) {
        await form.trigger(undefined, { shouldFocus: true })
        show({
          failure: 'Not saved: someone else’s changes don’t fit yours. See the marked fields.',
        })
      } else if (!showFieldErrors(form, error, options.fieldOf))
        show({ failure: complaint(options.failed ?? `Failed to save ${kind}`, error) })
    }
    return undefined
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
    refresh('none')
    toast({
      message: joined(`The draft of “${nameOf?.(done.sent)}” was saved`, done.note),
      kind: 'done',
    })
  })

  const saveOnce = useOnce(async (output: Output) => {
    const done = await attempt(output, (sent, from) => save(sent, from?.updated_at, from))
    if (!done) return false
    const { saved, sent, note: kept } = done
    settle()
    options.onSaved?.(saved, sent)
    refresh(back ? 'none' : 'active')
    const note = options.noteOf?.(saved)
    const said = `“${nameOf?.(sent)}” was ${base ? 'updated' : 'created'}`
    const message = joined(options.messageOf?.(saved, sent) ?? said, kept, note?.sentence)
    if (message)
      toast({
        message,
        kind: 'done',
        link: note?.link,
        page: options.pageOf?.(saved),
        offer: options.offerOf?.(saved),
      })
    if (back) await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
    return true
  })

  /** Puts a version of a contested field into the form. */
  function choose(name: string, value: unknown, choice: 'mine' | 'theirs') {
    const field = name as Path<Values>
    form.setValue(field, value as PathValue<Values, typeof field>, { shouldDirty: true })
    if (!contest) return
    const fields = contest.fields.map((one) => (one.name === name ? { ...one, choice } : one))
    show({ contest: { ...contest, fields } })
  }

  return {
    failure,
    contest,
    choose,
    /** Resolves to whether it is saved. */
    submit: async (event?: BaseSyntheticEvent) => {
      let isSaved: boolean | undefined
      await form.handleSubmit(async (output) => {
        isSaved = await saveOnce(output)
      })(event)
      return isSaved === true
    },
    submitDraft: form.handleSubmit(async (output) => void (await draftOnce(output))),
  }
}

/** The part of useSave's state that shows why a form is not saved. */
export type SaveState = Pick<ReturnType<typeof useSave>, 'failure' | 'contest' | 'choose'>
