import type { ComponentProps } from 'react'
import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { RichTextField } from './RichTextField.tsx'

type Field = Omit<
  ComponentProps<typeof RichTextField>,
  'id' | 'value' | 'onChange' | 'error' | 'ref'
>

/** A RichTextField controlled by React Hook Form. */
export const RichTextControl = <Values extends FieldValues, Output>({
  control,
  name,
  id = name,
  ...field
}: Field & {
  control: Control<Values, unknown, Output>
  name: FieldPathByValue<Values, string | null | undefined>
  id?: string
}) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, ref }, fieldState }) => (
      <RichTextField
        {...field}
        id={id}
        value={value ?? ''}
        onChange={onChange}
        ref={ref}
        error={fieldState.error?.message}
      />
    )}
  />
)
