import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ProblemBody } from '#api/core/http/contract/problem.ts'
import { ApiError } from './api-error.ts'

type Detail = NonNullable<ProblemBody['details']>[number]

/** The form's field for an error; in a list of rows, the field within the row if there is one. */
function fieldOf(values: FieldValues, path: Detail['path']) {
  const [name = '', index = ''] = path
  const isInRow = typeof values[name]?.[index] === 'object'
  return isInRow ? path.join('.') : String(name)
}

/**
 * Shows the server's field errors and focuses the first; false if none belongs to this form. `nameOf`
 * names the field of an error, where the form has it in another place.
 */
export function showFieldErrors<Values extends FieldValues, Output>(
  form: Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'setError'>,
  error: unknown,
  nameOf: (path: Detail['path'], values: Values) => string = (path, values) =>
    fieldOf(values, path),
): boolean {
  const values = form.getValues()
  const messages = new Map<string, string>()
  for (const { path, message } of (error instanceof ApiError && error.body.details) || []) {
    const field = nameOf(path, values)
    if ((field.split('.')[0] ?? '') in values && !messages.has(field))
      messages.set(field, message || 'Invalid input')
  }
  for (const [place, [field, message]] of [...messages].entries())
    form.setError(field as Path<Values>, { message }, { shouldFocus: place === 0 })
  return messages.size > 0
}
