import { useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { PreviewFrame } from '../ui/PreviewFrame.tsx'
import { type PreviewedPage, pagePreviewAddress } from './previewed-page.ts'
import type { PageFormState } from './queries.ts'

/** The page in the form as visitors will see it. */
export function PagePreview({ form }: { form: PageFormState }) {
  const [title, content] = useDeferredValue(
    useWatch({ control: form.control, name: ['title', 'content'] }),
  )
  const page = useMemo<PreviewedPage>(
    () => ({ title: title?.trim() || 'Title', content: content ?? '' }),
    [title, content],
  )
  return <PreviewFrame title="Page" address={pagePreviewAddress} message={page} />
}
