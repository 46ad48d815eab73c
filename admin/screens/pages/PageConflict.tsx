import { useEffect, useRef } from 'react'
import type { Page } from '../../lib/pages.ts'
import styles from '../jobs/JobEditor.module.css'
import { type PageFormState, type PageValues, valuesOf } from './use-page-form.ts'

const names: Record<keyof PageValues, string> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  meta_description: 'Meta Description',
  is_published: 'Published',
}

/** The fields that are not any more what the form started from. */
const changed = (before: Partial<PageValues>, current: Page) =>
  (Object.keys(names) as (keyof PageValues)[])
    .filter((field) => before[field] !== valuesOf(current)[field])
    .map((field) => names[field])

/** Somebody else saved first: what they changed, and whose version it shall be. */
export function PageConflict({
  form,
  current,
  onOverwrite,
  onLoadCurrent,
}: {
  form: PageFormState
  current: Page
  onOverwrite: () => void
  onLoadCurrent: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const theirs = changed(form.formState.defaultValues ?? {}, current)
  return (
    <div className={`notice ${styles.conflict}`} role="alert" ref={box} tabIndex={-1}>
      <h2>Somebody else has changed this page since you opened it</h2>
      {theirs.length > 0 && <p>Changed in the meantime: {theirs.join(', ')}.</p>}
      <p>Nothing of yours is saved yet, and nothing is lost.</p>
      <div className={styles.choice}>
        <button type="button" className="button" onClick={onOverwrite}>
          Save my version over it
        </button>
        <button type="button" className="button" onClick={onLoadCurrent}>
          Load the current version
        </button>
      </div>
    </div>
  )
}
