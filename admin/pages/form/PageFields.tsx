import { TextField } from '../../ui/form/TextField.tsx'
import type { PageFormState } from '../queries.ts'
import { UnfinishedText } from '../Unfinished.tsx'
import { LanguageField } from './LanguageField.tsx'
import { MetaDescriptionField } from './MetaDescriptionField.tsx'
import { PublishField } from './PublishField.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'
import { SlugField, useSlugOfTitle } from './SlugField.tsx'

/** All of a page but its text. */
export function PageFields({ form, isNew }: { form: PageFormState; isNew: boolean }) {
  const fillSlug = useSlugOfTitle(form)
  return (
    <>
      <TextField
        label="Title *"
        error={form.formState.errors.title?.message}
        {...form.register('title', {
          onChange: ({ target }) => {
            if (isNew) fillSlug(target.value)
          },
        })}
      />
      <SlugField form={form} />
      <MetaDescriptionField form={form} />
      <LanguageField form={form} />
      <PublishField form={form} />
      <UnfinishedText form={form} />
      <ScheduleFields form={form} />
    </>
  )
}
