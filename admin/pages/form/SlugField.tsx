import { useRef } from 'react'
import { Field } from '../../ui/form/Field.tsx'
import type { PageFormState } from '../queries.ts'
import styles from './SlugField.module.css'
import { slugFor } from './slug.ts'

/** On a new page, the slug follows the title until the slug is changed; call it with each title. */
export function useSlugOfTitle(form: PageFormState) {
  const filled = useRef('')
  return async (title: string) => {
    const slug = await slugFor(title)
    const { title: now, slug: current } = form.getValues()
    if (now !== title || current !== filled.current) return
    filled.current = slug
    const shouldValidate = form.getFieldState('slug').invalid
    form.setValue('slug', slug, { shouldDirty: true, shouldValidate })
  }
}

export function SlugField({ form }: { form: PageFormState }) {
  async function generate() {
    const title = form.getValues('title')
    if (!title.trim()) return form.setError('title', { message: 'Title is required' }, focus)
    const slug = await slugFor(title)
    if (!slug)
      return form.setError(
        'slug',
        { message: "Type a slug; it can't be made from this title." },
        focus,
      )
    form.setValue('slug', slug, { shouldDirty: true, shouldValidate: true })
    form.setFocus('slug')
  }

  return (
    <Field
      label="Slug *"
      htmlFor="slug"
      help="The page’s web address. Lower-case letters, numbers and hyphens only."
      error={form.formState.errors.slug?.message}
    >
      {(control) => (
        <div className="line wrap">
          <div className={styles.address}>
            <span className={styles.prefix} aria-hidden>
              /page/
            </span>
            <input
              {...control}
              className={`input ${styles.slug}`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-required
              {...form.register('slug')}
            />
          </div>
          <button type="button" className="button" onClick={generate}>
            Generate from title
          </button>
        </div>
      )}
    </Field>
  )
}

const focus = { shouldFocus: true }
