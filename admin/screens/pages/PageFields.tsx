import { Controller } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { RichTextField } from '../../ui/RichTextField.tsx'
import { MetaDescriptionField } from './MetaDescriptionField.tsx'
import { PublishField } from './PublishField.tsx'
import { SlugField } from './SlugField.tsx'
import type { PageFormState } from './use-page-form.ts'

export const PageFields = ({ form }: { form: PageFormState }) => (
  <>
    <Field label="Title *" htmlFor="title" error={form.formState.errors.title?.message}>
      {(control) => (
        <input
          {...control}
          className="input"
          autoComplete="off"
          aria-required
          {...form.register('title')}
        />
      )}
    </Field>
    <SlugField form={form} />
    <Controller
      control={form.control}
      name="content"
      render={({ field, fieldState }) => (
        <RichTextField
          id="content"
          label="Content *"
          value={field.value}
          onChange={field.onChange}
          ref={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
    <MetaDescriptionField form={form} />
    <PublishField form={form} />
  </>
)
