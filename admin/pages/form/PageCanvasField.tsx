import type { Editor } from '@tiptap/core'
import { lazy, Suspense } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { FieldError } from '../../ui/form/Field.tsx'
import { Loading } from '../../ui/States.tsx'
import { MissingCanvas } from '../MissingCanvas.tsx'
import type { PageFormState } from '../queries.ts'
import styles from './PageForm.module.css'

const PageCanvas = lazy(() =>
  import('../../canvas/PageCanvas.tsx').catch(() => ({ default: MissingCanvas })),
)

/** The text of the page, in the page. */
export function PageCanvasField({
  form,
  onEditor,
  onOptions,
}: {
  form: PageFormState
  onEditor: (editor: Editor | undefined) => void
  onOptions: () => void
}) {
  const { field, fieldState } = useController({ control: form.control, name: 'content' })
  const [title, slug, unfinished] = useWatch({
    control: form.control,
    name: ['title', 'slug', 'unfinished'],
  })
  const problem = fieldState.error?.message
  return (
    <div className={styles.text}>
      <Suspense fallback={<Loading rows={3} />}>
        <PageCanvas
          ref={field.ref}
          id="content"
          label="Content *"
          html={field.value ?? ''}
          unfinished={unfinished ?? null}
          title={title ?? ''}
          slug={slug ?? ''}
          problem={problem}
          describedBy={problem && 'content-error'}
          onChange={(text) => {
            form.setValue('unfinished', text.unfinished, { shouldDirty: true })
            field.onChange(text.html)
          }}
          onEditor={onEditor}
          onOptions={onOptions}
        />
      </Suspense>
      {problem && (
        <div className={styles.problem}>
          <FieldError id="content-error" message={problem} />
        </div>
      )}
    </div>
  )
}
