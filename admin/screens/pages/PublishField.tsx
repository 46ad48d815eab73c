import { useWatch } from 'react-hook-form'
import { homeSlug } from '../../lib/pages.ts'
import styles from '../jobs/JobEditor.module.css'
import { withoutHome } from './UnpublishHome.tsx'
import type { PageFormState } from './use-page-form.ts'

/** Whether the change takes its words from Home: the stored page is what Home shows, and the changed one would not be. */
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
      <div className={styles.active}>
        <input
          type="checkbox"
          id="is_published"
          aria-describedby="is_published-help"
          {...form.register('is_published')}
        />
        <div>
          <label htmlFor="is_published">Publish immediately</label>
          <p className="help" id="is_published-help">
            Published pages are on the site as soon as they are saved; drafts are seen only here.
          </p>
        </div>
      </div>
      <div role="status">{takesHomeAway && <p className="notice">{withoutHome}</p>}</div>
    </>
  )
}
