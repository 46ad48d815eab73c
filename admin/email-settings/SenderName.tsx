import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '../ui/form/TextField.tsx'
import type { Values } from './form-values.ts'
import type { Change } from './queries.ts'

export const SenderName = ({ form }: { form: UseFormReturn<Values, unknown, Change> }) => (
  <TextField
    label="Sender name"
    optional
    help="By default your company’s name."
    error={form.formState.errors.from_name?.message}
    {...form.register('from_name')}
  />
)
