import '#admin/ui/styles/parts.css'
import { useEffect, useState } from 'react'
import type { PreviewedForm } from '#admin/jobs/questions/previewed-form.ts'
import type { Words } from '#api/core/words/contract.ts'
import { usePreviewed } from '../lib/use-previewed.ts'
import ApplicationForm from './ApplicationForm.tsx'
import { dropDraft } from './draft.ts'
import styles from './FormPreview.module.css'
import { formOf } from './form-fields.ts'

type Props = {
  words: Pick<Words, 'form' | 'errors'>
  language: string
  maxFileSize: number
}

/** What was typed into an earlier preview. */
const dropTyped = ({ id }: PreviewedForm) => void dropDraft(id)

/** Shows the application form of the job in the job editor, which is this frame's parent. */
export default function FormPreview({ words, language, maxFileSize }: Props) {
  const previewed = usePreviewed(dropTyped)
  const [triedToSend, setTriedToSend] = useState(false)
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) =>
      key === 'Escape' && parent.postMessage('escape', location.origin)
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [])
  if (!previewed) return null
  const asked = { words: words.form, language, maxFileSize, isAgain: false }
  return (
    <div
      onClickCapture={(event) => {
        // Enter in a field clicks the button, too.
        if (!(event.target as Element).closest('[type="submit"]')) return
        event.preventDefault()
        setTriedToSend(true)
      }}
    >
      <ApplicationForm job={formOf(previewed, asked)} {...{ words, language, maxFileSize }} />
      <p className={styles.sent} role="status">
        {triedToSend && 'This is a preview. Nothing was sent.'}
      </p>
    </div>
  )
}
