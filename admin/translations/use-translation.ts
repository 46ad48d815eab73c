import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
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
  /** The element of the screen's header for what is said and done beside its fields. */
  top: HTMLElement | null
  /** The list of pages or jobs. */
  back: LinkTarget & { label: string }
}

/** Where visitors see the translation: the main language has no prefix. */
export const addressOf = ({ path, language, main }: Subject) =>
  language === main ? path : `/${language}${path}`

/** `updated_at` is null for a translation that was not there. */
type Beside = { published: boolean; draft?: boolean; updated_at: string | null }

type Options<Values extends FieldValues, Fields, Row extends Translation> = Ways<Values> & {
  subject: Subject
  /** Null before the first save. */
  stored: Row | null
  valuesOf: (row?: Row) => Values
  resolver: Resolver<Values, unknown, Fields>
  names: { [Name in keyof Values]?: string }
  /** Fields that are left out stay as they are. */
  put: (json: Partial<Fields> & Beside) => Promise<Row>
  discard: () => Promise<Row>
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
  put,
  discard,
  remove,
  rows,
}: Options<Values, Fields, Row>) {
  const { kind, id, title, isPublic, language, back } = subject
  const { key } = thingOf[kind]
  const client = useQueryClient()
  const navigate = useNavigate()
  const name = languageName(language)
  const withId = (row: Row) => ({ ...row, id })
  const state = useEntityForm({
    kind: 'translation',
    stored: stored ? withId(stored) : undefined,
    valuesOf,
    resolver,
    names,
    draftName: `${kind}-${id}-${language}`,
    ...(rows && { rows }),
  })
  const { base } = state
  type Base = typeof base
  const basedOn = (from: Base) => ({ updated_at: from?.updated_at ?? null })
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

  /** Takes a row that another button has changed. */
  async function take(change: () => Promise<Row>, done: string, failed: string) {
    try {
      state.rebase(withId(await change()), state.form.getValues())
      toast({ message: done, kind: 'done' })
      await client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    } catch (error) {
      toast({ message: complaint(failed, error) })
    }
  }
  const unpublish = useOnce(() =>
    take(
      () => put({ published: false, ...basedOn(base) } as Partial<Fields> & Beside),
      `The ${name} translation is no longer published`,
      'The translation was not unpublished',
    ),
  )
  async function discardDraft() {
    state.startFrom(withId(await discard()))
    await client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    toast({ message: 'The unpublished changes were discarded', kind: 'done' })
  }

  async function drop() {
    await deleted(remove())
    state.forgetDraft()
    await client.invalidateQueries({ queryKey: key, refetchType: 'none' })
    toast({ message: `The ${name} translation of “${title}” was deleted`, kind: 'done' })
    await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
  }

  return { ...state, saving, unpublish, discardDraft, drop }
}

/** The part of it that does not depend on its fields. */
export type TranslationState = Pick<
  ReturnType<typeof useTranslation>,
  'isDirty' | 'restored' | 'startOver' | 'forgetDraft' | 'unpublish' | 'discardDraft' | 'drop'
> & {
  form: { formState: { isSubmitting: boolean; submitCount: number } }
  base: Translation | undefined
  saving: ReturnType<typeof useTranslation>['saving']
}
