import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { pageInput } from '#api/contract/pages.ts'
import type { Page, PageInput } from '../../lib/pages.ts'
import { useDraft } from '../../lib/use-draft.ts'

export type PageValues = z.input<typeof pageInput>
export type PageFormState = UseFormReturn<PageValues, unknown, PageInput>

export const valuesOf = (page?: Page): PageValues => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  content: page?.content ?? '',
  meta_description: page?.meta_description ?? '',
  is_published: page?.is_published ?? false,
})

/** The form of a page, and what was typed into it before the session ended. */
export function usePageForm(page?: Page) {
  const form = useForm<PageValues, unknown, PageInput>({
    defaultValues: valuesOf(page),
    resolver: zodResolver(pageInput),
  })
  const { isDirty } = form.formState
  // What the form started from: with it, the server refuses to overwrite what came in between.
  const [basedOn, setBasedOn] = useState(page?.updated_at)
  const values = useWatch({ control: form.control })
  const [restored, setRestored] = useState(false)
  const { draft, clear } = useDraft(
    `page-${page?.id ?? 'new'}`,
    { values, basedOn },
    { enabled: isDirty },
  )

  useEffect(() => {
    if (!draft) return
    form.reset({ ...form.formState.defaultValues, ...draft.values }, { keepDefaultValues: true })
    setBasedOn(draft.basedOn)
    setRestored(true)
  }, [draft, form])

  /** Begins anew from a stored page, or from nothing; whatever was typed is gone. */
  function startFrom(stored?: Page) {
    form.reset(valuesOf(stored))
    setBasedOn(stored?.updated_at)
    setRestored(false)
    clear()
  }

  /** All that was typed is saved: nothing is left to guard. */
  function settle() {
    form.reset(form.getValues())
    clear()
  }

  return { form, isDirty, basedOn, restored, startFrom, settle, forgetDraft: clear }
}
