import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldErrors } from '#api/contract/problem.ts'
import { ApiError, sentence } from '../../lib/api.ts'
import type { LinkTarget } from '../../lib/link-target.ts'
import { currentPage, type Page, type PageInput, pagesKey, savePage } from '../../lib/pages.ts'
import { toast } from '../../lib/toasts.ts'
import { useOnce } from '../../lib/use-once.ts'
import { type PageValues, type usePageForm, valuesOf } from './use-page-form.ts'

type Form = ReturnType<typeof usePageForm>
type Outcome = { failure?: string; conflict?: Page }

/** Puts the server's words under their fields and the focus into the first; false when none is ours. */
function showFieldErrors({ form }: Form, error: unknown): boolean {
  const errors = error instanceof ApiError ? fieldErrors(error.body) : {}
  const ours = Object.keys(valuesOf()).filter((field) => errors[field]) as (keyof PageValues)[]
  for (const [place, field] of ours.entries())
    form.setError(field, { message: errors[field] ?? '' }, { shouldFocus: place === 0 })
  return ours.length > 0
}

/** Saving a page: what went wrong, and the two ways out when somebody else saved first. */
export function useSavePage(state: Form, page: Page | undefined, back: LinkTarget) {
  const { form, basedOn, startFrom, settle } = state
  const client = useQueryClient()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome>({})

  const save = useOnce(async (input: PageInput, basis: string | undefined = basedOn) => {
    setOutcome({})
    try {
      await savePage(input, page?.id, basis)
    } catch (error) {
      const conflict = currentPage(error)
      if (conflict) setOutcome({ conflict })
      else if (!showFieldErrors(state, error))
        setOutcome({ failure: sentence(error, 'Failed to save page') })
      return
    }
    settle()
    client.invalidateQueries({ queryKey: pagesKey, refetchType: 'none' })
    toast({ message: `“${input.title}” was ${page ? 'updated' : 'created'}`, kind: 'done' })
    await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
  })

  return {
    ...outcome,
    submit: form.handleSubmit((input) => save(input)),
    overwrite: form.handleSubmit((input) => save(input, '')),
    loadCurrent: () => {
      startFrom(outcome.conflict)
      setOutcome({})
    },
  }
}
