import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { Application } from '../../lib/applications.ts'
import { useDraft } from '../../lib/use-draft.ts'
import {
  baseOf,
  type EditBase,
  type EditOutput,
  type EditValues,
  editSchema,
  valuesOf,
} from './edit-values.ts'

export type EditForm = UseFormReturn<EditValues, unknown, EditOutput>

/** The form of an application, with what was typed into it before a session ended. */
export function useEditForm(application: Application) {
  const form = useForm<EditValues, unknown, EditOutput>({
    defaultValues: valuesOf(application),
    resolver: zodResolver(editSchema),
  })
  const { isDirty } = form.formState
  const [base, setBase] = useState<EditBase>(() => baseOf(application))
  const [restored, setRestored] = useState(false)
  const values = useWatch({ control: form.control })
  const { draft, clear } = useDraft(
    `application-${application.id}`,
    { values, base },
    { enabled: isDirty },
  )

  useEffect(() => {
    if (!draft) return
    form.reset({ ...valuesOf(draft.base), ...draft.values }, { keepDefaultValues: true })
    setBase(draft.base)
    setRestored(true)
  }, [draft, form])

  /** Begins anew from the application as it was opened; what was typed is gone. */
  function discard() {
    form.reset(valuesOf(application))
    setBase(baseOf(application))
    setRestored(false)
    clear()
  }

  return { form, isDirty, base, setBase, restored, discard, clear }
}
