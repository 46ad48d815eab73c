import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { Language } from '#api/core/words/contract/names.ts'
import type { ContentKind } from '#api/website/content/contract.ts'
import { type Translation, thingOf } from '../content/queries.ts'
import { complaint, currentOf, deleted } from '../lib/api/api.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import { languageName } from '../lib/text/language-name.ts'
import { toast } from '../lib/toasts.ts'
import type { Ways } from '../ui/save/merge.ts'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'

/** What is translated, and into which language. */
export type Subject = {
  kind: ContentKind
  /** Of the original. */
  id: number
  title: string
  /** Visitors see the original. */
  isPublic: boolean
  /** Its address in the main language. */
  path: string
  /** The tag of the language of the original. */
  written: string
  language: Language
  main: Language
  /** The list of pages or jobs. */
  back: LinkTarget & { label: string }
}

/** Where visitors see the translation: the main language has no prefix. */
export const addressOf = ({ path, language, main }: Subject) =>
  language === main ? path : `/${language}${path}`

type Beside = { published: boolean; draft?: boolean; updated_at?: string }

type Options<Values extends FieldValues, Fields, Row extends Translation> = Ways<Values> & {
  subject: Subject
  /** Null before the first save. */
  stored: Row | null
  valuesOf: (row?: Row) => Values
  resolver: Resolver<Values, unknown, Fields>
  names: { [Name in keyof Values]?: string }
  /** Fields without which it can't be published: visitors would read the original in its place. */
  required: readonly (keyof Values & string)[]
  put: (json: Fields & Beside) => Promise<Row>
  remove: () => Parameters<typeof deleted>[0]
}

/** The form of a translation, and what can be done with it. */
export function useTranslation<
  Values extends FieldValues,
  Fields extends object,
  Row extends Translation,
>({
  subject,
  stored,
  valuesOf,
  resolver,
  names,
  required,
  put,
  remove,
  rows,
}: Options<Values, Fields, Row>) {
  const { kind, id, title, isPublic, language, back } = subject
  const { key } = thingOf[kind]
  const client = useQueryClient()
  const navigate = useNavigate()
  const isPublishing = useRef(false)
  const name = languageName(language)
  const withId = (row: Row) => ({ ...row, id })
  const whole: Resolver<Values, unknown, Fields> = async (values, context, options) => {
    const found = await resolver(values, context, options)
    const missing = isPublishing.current ? required.filter((field) => !values[field]?.trim()) : []
    const errors = missing.map((field) => [
      field,
      {
        type: 'required',
        message: `Write the ${names[field]?.toLowerCase()} in ${name} to publish the translation`,
        ref: (options.fields as Record<string, { ref?: unknown }>)[field]?.ref,
      },
    ])
    if (!errors.length) return found
    return { values: {}, errors: { ...Object.fromEntries(errors), ...found.errors } } as never
  }
  const state = useEntityForm({
    kind: 'translation',
    stored: stored ? withId(stored) : undefined,
    valuesOf,
    resolver: whole,
    names,
    draftName: `${kind}-${id}-${language}`,
    ...(rows && { rows }),
  })
  const { base } = state
  type Base = typeof base
  const basedOn = (from: Base) => (from ? { updated_at: from.updated_at } : {})
  const saving = useSave(state, {
    save: async (fields: Fields, _, from) =>
      withId(await put({ ...fields, published: true, ...basedOn(from) })),
    saveDraft: async (fields, from) => {
      const beside = from?.published ? { published: true, draft: true } : { published: false }
      return withId(await put({ ...fields, ...beside, ...basedOn(from) }))
    },
    current: (refusal) => {
      const row = currentOf<Row>(refusal)
      return row && withId(row)
    },
    key,
    nameOf: () => `${title} (${name})`,
    messageOf: () =>
      `The ${name} translation of “${title}” was ${base?.published ? 'updated' : 'published'}`,
    pageOf: () => (isPublic ? addressOf(subject) : undefined),
    failed: 'Failed to save the translation',
    back,
  })

  const publish = (event?: FormEvent) => {
    event?.preventDefault()
    isPublishing.current = true
    return saving.submit(event)
  }
  const saveDraft = () => {
    isPublishing.current = false
    return saving.submitDraft()
  }

  const unpublish = useOnce(async () => {
    if (!base) return
    try {
      const { values } = await resolver(valuesOf(base), undefined, {
        fields: {},
        shouldUseNativeValidation: false,
      })
      const fields = values as Fields
      const row = await put({ ...fields, published: false, ...basedOn(base) })
      state.rebase(withId(row), state.form.getValues())
      toast({ message: `The ${name} translation is no longer published`, kind: 'done' })
      await client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    } catch (error) {
      toast({ message: complaint('The translation was not unpublished', error) })
    }
  })

  async function drop() {
    await deleted(remove())
    state.forgetDraft()
    await client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    toast({ message: `The ${name} translation of “${title}” was deleted`, kind: 'done' })
    await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
  }

  return { ...state, saving: { ...saving, submit: publish }, saveDraft, unpublish, drop }
}

/** The part of it that does not depend on its fields. */
export type TranslationState = Pick<
  ReturnType<typeof useTranslation>,
  'isDirty' | 'restored' | 'startOver' | 'forgetDraft' | 'saveDraft' | 'unpublish' | 'drop'
> & {
  form: { formState: { isSubmitting: boolean; submitCount: number } }
  base: Translation | undefined
  saving: ReturnType<typeof useTranslation>['saving']
}
