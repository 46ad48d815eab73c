import { useWatch } from 'react-hook-form'
import { CheckField } from '../../ui/form/CheckField.tsx'
import { homeSlug, type PageFormState } from '../queries.ts'
import { withoutHome } from '../UnpublishHome.tsx'

/** Whether saving would remove the page text from Home: another slug, or unpublished. */
function useTakesHomeAway(form: PageFormState) {
  const { slug, is_published } = useWatch({ control: form.control })
  const stored = form.formState.defaultValues
  const isHome = stored?.slug === homeSlug && stored.is_published
  return Boolean(isHome) && (slug !== homeSlug || !is_published)
}

export function PublishField({ form }: { form: PageFormState }) {
  const takesHomeAway = useTakesHomeAway(form)
  return (
    <>
      <CheckField
        id="is_published"
        label="Publish immediately"
        help="Visible on your site as soon as you save. Drafts are only visible to staff."
        {...form.register('is_published')}
      />
      <div role="status">{takesHomeAway && <p className="notice">{withoutHome}</p>}</div>
    </>
  )
}
