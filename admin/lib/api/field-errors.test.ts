import { createFormControl } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { showFieldErrors } from './field-errors.ts'

const values = {
  title: '',
  tags: ['a', 'b'],
  questions: [{ label: '', options: ['x', 'x'] }],
}

/** The form's errors after a 400 with these details, and what `showFieldErrors` returned. */
function shown(...details: { path: (string | number)[]; message: string }[]) {
  const { control, formControl } = createFormControl({ defaultValues: values })
  const isShown = showFieldErrors(formControl, new ApiError(400, { error: 'Wrong', details }))
  return { isShown, errors: control._formState.errors }
}

describe('showFieldErrors', () => {
  test('an error belongs to the field named by its path', () => {
    const { isShown, errors } = shown(
      { path: ['title'], message: 'Job title is required' },
      { path: ['title'], message: 'A second one' },
    )
    expect(isShown).toBe(true)
    expect(errors).toMatchObject({ title: { message: 'Job title is required' } })
  })

  test('an error in a row of a list belongs to the field in that row', () => {
    const { errors } = shown(
      { path: ['questions', 0, 'label'], message: 'Write the question' },
      { path: ['questions', 0, 'options', 1], message: 'This option is there twice' },
    )
    expect(errors.questions?.[0]?.label?.message).toBe('Write the question')
    expect(errors.questions?.[0]?.options?.[1]?.message).toBe('This option is there twice')
  })

  test('an error in a list of plain values belongs to the whole list', () => {
    const { errors } = shown({ path: ['tags', 1], message: 'Must be one of a, b' })
    expect(errors).toMatchObject({ tags: { message: 'Must be one of a, b' } })
  })

  test('an error of another field or of no field is not shown', () => {
    expect(shown({ path: ['slug'], message: 'Taken' }).isShown).toBe(false)
    expect(shown().isShown).toBe(false)
  })
})
