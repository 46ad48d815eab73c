import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWatch } from 'react-hook-form'
import type { LinkTarget } from '../../lib/link-target.ts'
import type { SaveState } from '../../ui/save/use-save.ts'
import type { Page, PageFormState } from '../queries.ts'
import { DraftSaved } from './DraftSaved.tsx'

const PreviewLinks = lazy(() => import('../../content/PreviewLinks.tsx'))

/** At the right of the screen's header: what is saved, and the buttons that save. */
export function PageTop({
  top,
  form,
  back,
  row,
  saving,
  action,
}: {
  /** The element of the screen's header that these are rendered into. */
  top: HTMLElement | null
  form: PageFormState
  back: LinkTarget
  row: Page | undefined
  saving: SaveState & { submitDraft: () => void }
  action: string
}) {
  const title = useWatch({ control: form.control, name: 'title' })
  const [isSharing, setIsSharing] = useState(false)
  const { isSubmitting } = form.formState
  if (!top) return null
  const hasDraft = row?.is_published || row?.has_draft
  const canShare = row && (row.has_draft || !row.is_published)
  return createPortal(
    <>
      <span className="note clip" dir="auto" translate="no">
        {title}
      </span>
      {row?.draft_saved_at && <DraftSaved at={row.draft_saved_at} />}
      {canShare && (
        <button type="button" className="button quiet" onClick={() => setIsSharing(true)}>
          Preview link
        </button>
      )}
      <Link className="button" to={back.to} search={back.search ?? {}}>
        Cancel
      </Link>
      {hasDraft && (
        <button
          type="button"
          className="button"
          aria-disabled={isSubmitting}
          onClick={() => saving.submitDraft()}
        >
          Save Draft
        </button>
      )}
      <button type="submit" form="page" className="button primary" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving...' : action}
      </button>
      {isSharing && row && (
        <Suspense>
          <PreviewLinks kind="page" row={row} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </>,
    top,
  )
}
