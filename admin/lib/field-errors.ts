import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { fieldErrors } from '#api/http/contract/problem.ts'
import { ApiError } from './api-error.ts'

/** Shows the server's field errors and focuses the first; false if none belongs to this form. */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): boolean {
  const errors = error instanceof ApiError ? fieldErrors(error.body) : {}
  const ours = Object.keys(form.getValues()).filter((field) => errors[field]) as Path<Values>[]
  for (const [place, field] of ours.entries())
    form.setError(field, { message: errors[field] ?? '' }, { shouldFocus: place === 0 })
  return ours.length > 0
}
