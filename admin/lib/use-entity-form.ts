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
import { complaint, currentOf } from './api.ts'
import { showFieldErrors } from './field-errors.ts'
import type { LinkTarget } from './link-target.ts'
import { joined, type Note, type Toast, toast } from './toasts.ts'
import { useDraft } from './use-draft.ts'
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
}

/**
 * A form for `stored` or a new row, with its draft restored. `base` is the row the form started
 * from: with it, the server refuses to overwrite changes made since.
 */
export function useEntityForm<Values extends FieldValues, Output, Row extends Stored>(
  given: Kind<Values, Output, Row>,
) {
  const { kind, stored, valuesOf, resolver } = given
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
    if (!differing(valuesOf(base), now).some(isTheirs)) setBase(row)
  }

  /** Marks the form as saved. */
  function settle() {
    form.reset(form.getValues())
    clear()
  }

  const startOver = () => startFrom(stored)
  const ways = { setBase, startFrom, startOver, adopt, settle, forgetDraft: clear }
  return { kind, form, isDirty, base, valuesOf, restored, ...ways }
}

export type EntityForm<Values extends FieldValues, Output, Row extends Stored> = ReturnType<
  typeof useEntityForm<Values, Output, Row>
>

type Saving<Output, Saved> = {
  /** Throws a 409 when the row has changed since `basedOn`, its `updated_at`. */
  save: (output: Output, basedOn?: string) => Promise<Saved>
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
  /** Where to go after saving. */
  back: LinkTarget
}

/** Saves the form; returns errors, and the two choices when someone else saved first. */
export function useSaveForm<Values extends FieldValues, Output, Row extends Stored, Saved>(
  { kind, form, base, valuesOf, startFrom, settle }: EntityForm<Values, Output, Row>,
  { save, key, nameOf, pageOf, noteOf, offerOf, back }: Saving<Output, Saved>,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [{ failure, conflict }, setOutcome] = useState<{ failure?: string; conflict?: Row }>({})

  const saveOnce = useOnce(async (output: Output, basedOn?: string) => {
    setOutcome({})
    let saved: Saved
    try {
      saved = await save(output, basedOn)
    } catch (error) {
      const current = currentOf<Row>(error)
      if (current) setOutcome({ conflict: current })
      else if (!showFieldErrors(form, error))
        setOutcome({ failure: complaint(`Failed to save ${kind}`, error) })
      return
    }
    settle()
    client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    const note = noteOf?.(saved)
    toast({
      message: joined(`“${nameOf(output)}” was ${base ? 'updated' : 'created'}`, note?.sentence),
      kind: 'done',
      link: note?.link,
      page: pageOf?.(saved),
      offer: offerOf?.(saved),
    })
    await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
  })

  return {
    failure,
    /** Fields that someone else has changed since the form opened; set after a 409. */
    theirs: conflict && differing(valuesOf(base), valuesOf(conflict)),
    /** The values that they saved. */
    current: conflict && valuesOf(conflict),
    submit: form.handleSubmit((output) => saveOnce(output, base?.updated_at)),
    overwrite: form.handleSubmit((output) => saveOnce(output)),
    loadCurrent: () => {
      startFrom(conflict)
      setOutcome({})
    },
  }
}

const differing = <Values extends object>(before: Values, now: Values) =>
  (Object.keys(now) as (keyof Values & string)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]),
  )
