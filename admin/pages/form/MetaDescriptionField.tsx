import { useWatch } from 'react-hook-form'
import { descriptionGuide } from '#api/website/pages/contract.ts'
import { Field } from '../../ui/form/Field.tsx'
import type { PageFormState } from '../queries.ts'
import styles from './MetaDescriptionField.module.css'

export function MetaDescriptionField({ form }: { form: PageFormState }) {
  const text = useWatch({ control: form.control, name: 'meta_description' }) ?? ''
  return (
    <Field
      label="Meta description"
      htmlFor="meta_description"
      optional
      help={
        <span className={`line wrap ${styles.help}`}>
          <span>Shown under the title in Google. Keep it under 160 characters.</span>
          <span className={styles.count}>
            {Array.from(text).length}/{descriptionGuide} characters
          </span>
        </span>
      }
      error={form.formState.errors.meta_description?.message}
    >
      {(control) => (
        <textarea
          {...control}
          className={`input ${styles.text}`}
          rows={3}
          autoComplete="off"
          {...form.register('meta_description')}
        />
      )}
    </Field>
  )
}
