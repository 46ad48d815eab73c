import { useEffect, useEffectEvent, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type ResolverResult,
  useForm,
  useWatch,
} from 'react-hook-form'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { merge, type Ways } from './merge.ts'

/** For a form whose errors the server finds: zod would be as large as the rest of the screen. */
export const checkedByServer = <Values extends FieldValues>(values: Values) => ({
  values,
  errors: {},
})

/** What a resolver without zod returns: what is wrong by field, else the output. */
export const resolved = <Values extends FieldValues, Output>(
  messages: { [Name in keyof Values]?: string | undefined },
  output: Output,
) => {
  const wrong = Object.entries(messages).filter(([, message]) => message)
  const errors = Object.fromEntries(wrong.map(([name, message]) => [name, { type: name, message }]))
  return (wrong.length ? { values: {}, errors } : { values: output, errors: {} }) as ResolverResult<
    Values,
    Output
  >
}

export type Stored = { id: number; updated_at: string }

/** Passwords and the like are never stored in a draft. */
const isSecret = (name: string) => /password|^client_secret$|^service_account$/i.test(name)
const withoutSecrets = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name))) as Values

type Kind<Values extends FieldValues, Output, Row> = Ways<Values> & {
  /** 'job': used in the draft's key and in messages. */
  kind: string
  /** What a person calls it, by default its kind. */
  thing?: string
  stored: Row | undefined
  /** Form values of a stored row, or of a new one. */
  valuesOf: (row?: Row) => Values
  resolver: Resolver<Values, unknown, Output>
  /** What people call the fields. */
  names?: { [Name in keyof Values]?: string }
  /** How a version of a field is shown, where its value says little. */
  show?: { [Name in keyof Values]?: (value: Values[Name]) => unknown }
  /** Names the draft, by default by kind and id; null for a form without drafts. */
  draftName?: string | null
  /** A newer `stored` replaces the form while nothing is typed. */
  follows?: boolean
}

/**
 * A form for `stored` or a new row, with its draft restored. `base` is the row the form started
 * from: with it, the server refuses to overwrite changes made since.
 */
export function useEntityForm<Values extends FieldValues, Output, Row extends Stored>(
  given: Kind<Values, Output, Row>,
) {
  const { kind, thing = kind, stored, valuesOf, resolver, names = {}, together, rows, show } = given
  const form = useForm<Values, unknown, Output>({
    defaultValues: valuesOf(stored) as DefaultValues<Values>,
    resolver,
  })
  const { isDirty } = form.formState
  const [base, setBase] = useState(stored)
  const [restored, setRestored] = useState(false)
  const [round, setRound] = useState(0)
  const values = withoutSecrets(useWatch({ control: form.control }) as Values)
  const { draftName = `${kind}-${stored?.id ?? 'new'}` } = given
  const { draft, clear } = useDraft(
    draftName ?? '',
    { values, base },
    { enabled: isDirty && draftName !== null },
  )

  const restore = useEffectEvent((typed: NonNullable<typeof draft>) => {
    form.reset({ ...valuesOf(typed.base), ...typed.values }, { keepDefaultValues: true })
    setBase(typed.base)
    setRestored(true)
  })
  useEffect(() => {
    if (draft?.values) restore(draft)
  }, [draft])

  const { follows = false } = given
  const { isSubmitting } = form.formState
  const newest = stored?.updated_at
  const follow = useEffectEvent(() => {
    if (!follows || isDirty || isSubmitting || newest === base?.updated_at) return
    form.reset(valuesOf(stored))
    setBase(stored)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it was read again
  useEffect(() => follow(), [newest])

  /** Resets to a stored row, or to an empty form; discards input. */
  function startFrom(row?: Row) {
    form.reset(valuesOf(row))
    setBase(row)
    setRestored(false)
    setRound((before) => before + 1)
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
  function rebase(row: Row | undefined, values: Values) {
    form.reset(valuesOf(row))
    form.reset(values, { keepDefaultValues: true })
    setBase(row)
  }

  const ways: Ways<Values> = { ...(together && { together }), ...(rows && { rows }) }
  const startOver = () => startFrom(stored)
  const acts = { rebase, startFrom, startOver, adopt, settle, forgetDraft: clear }
  const about = {
    kind,
    thing,
    names: names as Partial<Record<string, string>>,
    show: show as Partial<Record<string, (value: unknown) => unknown>> | undefined,
    ways,
  }
  return { ...about, form, isDirty, base, valuesOf, resolver, restored, round, ...acts }
}

export type EntityForm<Values extends FieldValues, Output, Row extends Stored> = ReturnType<
  typeof useEntityForm<Values, Output, Row>
>
