import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form'
import { complaint, currentOf } from './api.ts'
import { showFieldErrors } from './field-errors.ts'
import type { LinkTarget } from './link-target.ts'
import { toast } from './toasts.ts'
import { useDraft } from './use-draft.ts'
import { useOnce } from './use-once.ts'

type Stored = { id: number; updated_at: string }

/** A password is never written down, not even for this tab. */
const withoutPassword = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name))) as Values

type Kind<Values extends FieldValues, Output, Row> = {
  /** 'job': names the draft, and what could not be saved. */
  kind: string
  stored: Row | undefined
  /** What the fields hold for a stored row, or for a new one. */
  valuesOf: (row?: Row) => Values
  resolver: Resolver<Values, unknown, Output>
}

/**
 * The form of `stored`, or of a new one, and what was typed into it before the session ended.
 * `base` is what the form started from: with it, the server refuses to overwrite what came in between.
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

  /** Begins anew from a stored row, or from nothing; whatever was typed is gone. */
  function startFrom(row?: Row) {
    form.reset(valuesOf(row))
    setBase(row)
    setRestored(false)
    clear()
  }

  /** All that was typed is saved: nothing is left to guard. */
  function settle() {
    form.reset(form.getValues())
    clear()
  }

  const startOver = () => startFrom(stored)
  const ways = { setBase, startFrom, startOver, settle, forgetDraft: clear }
  return { kind, form, isDirty, base, valuesOf, restored, ...ways }
}

export type EntityForm<Values extends FieldValues, Output, Row extends Stored> = ReturnType<
  typeof useEntityForm<Values, Output, Row>
>

type Saving<Output> = {
  /** Refused, 409, when the row has been changed since `basedOn`, its `updated_at`. */
  save: (output: Output, basedOn?: string) => Promise<unknown>
  /** What all queries about it start with. */
  key: QueryKey
  /** How the message that it is saved calls it. */
  nameOf: (output: Output) => string
  /** Where saving leads. */
  back: LinkTarget
}

/** Saving such a form: what went wrong, and the two ways out when somebody else saved first. */
export function useSaveForm<Values extends FieldValues, Output, Row extends Stored>(
  { kind, form, base, valuesOf, startFrom, settle }: EntityForm<Values, Output, Row>,
  { save, key, nameOf, back }: Saving<Output>,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [{ failure, conflict }, setOutcome] = useState<{ failure?: string; conflict?: Row }>({})

  const saveOnce = useOnce(async (output: Output, basedOn?: string) => {
    setOutcome({})
    try {
      await save(output, basedOn)
    } catch (error) {
      const current = currentOf<Row>(error)
      if (current) setOutcome({ conflict: current })
      else if (!showFieldErrors(form, error))
        setOutcome({ failure: complaint(`Failed to save ${kind}`, error) })
      return
    }
    settle()
    client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    toast({ message: `“${nameOf(output)}” was ${base ? 'updated' : 'created'}`, kind: 'done' })
    await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
  })

  return {
    failure,
    /** The fields that are not any more what the form started from; there when somebody else saved first. */
    theirs: conflict && differing(valuesOf(base), valuesOf(conflict)),
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
    (field) => String(before[field]) !== String(now[field]),
  )
