import { zodResolver } from '@hookform/resolvers/zod'
import type { Editor } from '@tiptap/core'
import { lazy, Suspense, useState } from 'react'
import { type Resolver, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { PageTranslation } from '#api/website/translations/contract/row.ts'
import { pageTranslationInput } from '#api/website/translations/contract.ts'
import { type Unfinished, withWholeText } from '../canvas/unfinished.ts'
import { pageNames } from '../content/field-names.ts'
import { MissingCanvas } from '../pages/MissingCanvas.tsx'
import { type Page, publicAddress } from '../pages/queries.ts'
import { Modal } from '../ui/dialog/Modal.tsx'
import { Portal } from '../ui/dialog/Portal.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { Loading } from '../ui/States.tsx'
import { Pair } from './Pair.tsx'
import {
  deletePageTranslation,
  discardPageDraft,
  originalPageQuery,
  pageTranslationQuery,
  putPageTranslation,
} from './queries.ts'
import { Columns, SideBySide } from './SideBySide.tsx'
import styles from './Translation.module.css'
import { TranslationFrame } from './TranslationFrame.tsx'
import { TranslationScreen } from './TranslationScreen.tsx'
import { type Subject, useTranslation } from './use-translation.ts'

const PageCanvas = lazy(() =>
  import('../canvas/PageCanvas.tsx').catch(() => ({ default: MissingCanvas })),
)
const BlockPanel = lazy(() => import('../canvas/BlockPanel.tsx'))
const NextBlock = lazy(() => import('./NextBlock.tsx'))

/** The page in its own language at the left, and in another at the right, where it is written. */
export default function PageTranslationForm() {
  return (
    <TranslationScreen
      list={{ to: '/pages', label: 'Back to Pages' }}
      original={originalPageQuery}
      translation={pageTranslationQuery}
    >
      {(page, stored, { language, main, back, top }) => (
        <PageTranslationEditor
          page={page}
          stored={stored}
          subject={{
            kind: 'page',
            id: page.id,
            title: page.title,
            isPublic: page.is_published,
            path: publicAddress(page.slug),
            written: page.language ?? main,
            language,
            main,
            back,
            top,
          }}
        />
      )}
    </TranslationScreen>
  )
}

const fields = pageTranslationInput.omit({ published: true, draft: true, updated_at: true })
type Values = z.input<typeof fields> & { unfinished: Unfinished | null }

const resolver: Resolver<Values, unknown, z.output<typeof fields>> = withWholeText(
  zodResolver(fields),
)

/** Nothing of the original: it would be published as if it were translated. */
const valuesOf = (row?: PageTranslation): Values => ({
  title: row?.title ?? '',
  content: row?.content ?? '',
  meta_description: row?.meta_description ?? '',
  unfinished: null,
})

function PageTranslationEditor({
  page,
  stored,
  subject,
}: {
  page: Page
  stored: PageTranslation | null
  subject: Subject
}) {
  const { written, language } = subject
  const where = { id: String(page.id), language }
  const state = useTranslation({
    subject,
    stored,
    valuesOf,
    resolver,
    names: pageNames,
    put: (json) => putPageTranslation(where, json),
    discard: () => discardPageDraft(where),
    remove: () => deletePageTranslation(where),
  })
  const { form } = state
  const { errors, submitCount } = form.formState
  const { field } = useController({ control: form.control, name: 'content' })
  const [title, unfinished] = useWatch({ control: form.control, name: ['title', 'unfinished'] })
  const [editor, setEditor] = useState<Editor>()
  const [hasOptions, setHasOptions] = useState(false)
  const problem = errors.content?.message
  return (
    <TranslationFrame {...{ subject, state }}>
      <div className="stack gap-3">
        <Columns {...{ written, language }} />
        <Pair
          id="title"
          label={pageNames.title}
          original={page.title}
          written={written}
          error={errors.title?.message}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              dir="auto"
              lang={language}
              autoComplete="off"
              {...form.register('title')}
            />
          )}
        </Pair>
        <SideBySide
          language={language}
          wrong={Boolean(problem)}
          submitCount={submitCount}
          focusWrong={() => form.setFocus('content')}
          original={
            <div className={styles.canvas}>
              <Suspense fallback={<Loading rows={3} />}>
                <PageCanvas
                  id="original"
                  label="Original"
                  html={page.content}
                  unfinished={null}
                  title={page.title}
                  slug={page.slug}
                  language={written}
                  isReadOnly
                  problem={undefined}
                  describedBy={undefined}
                  onChange={() => {}}
                />
              </Suspense>
            </div>
          }
          translation={
            <>
              <div className={styles.canvas}>
                <Suspense fallback={<Loading rows={3} />}>
                  <PageCanvas
                    ref={field.ref}
                    id="content"
                    label="Content"
                    html={field.value ?? ''}
                    unfinished={unfinished ?? null}
                    title={title ?? ''}
                    slug={page.slug}
                    language={language}
                    problem={problem}
                    describedBy={problem && 'content-error'}
                    onChange={(text) => {
                      form.setValue('unfinished', text.unfinished, { shouldDirty: true })
                      field.onChange(text.html)
                    }}
                    onEditor={setEditor}
                    onOptions={() => setHasOptions(true)}
                  />
                </Suspense>
              </div>
              <FieldError id="content-error" message={problem} />
              <Suspense>
                {editor && (
                  <div className={styles.next}>
                    <NextBlock editor={editor} original={page.content} />
                  </div>
                )}
              </Suspense>
            </>
          }
        />
        {(page.meta_description || stored?.meta_description) && (
          <Pair
            id="meta_description"
            label={pageNames.meta_description}
            original={page.meta_description ?? ''}
            written={written}
            error={errors.meta_description?.message}
            help="Shown under the title in Google."
          >
            {(control) => (
              <textarea
                {...control}
                className={`input ${styles.short}`}
                rows={2}
                dir="auto"
                lang={language}
                autoComplete="off"
                {...form.register('meta_description')}
              />
            )}
          </Pair>
        )}
      </div>
      {hasOptions && editor && (
        <Portal>
          <Modal title="Block" onClose={() => setHasOptions(false)}>
            <Suspense fallback={<Loading rows={2} />}>
              <BlockPanel editor={editor} />
            </Suspense>
          </Modal>
        </Portal>
      )}
    </TranslationFrame>
  )
}
