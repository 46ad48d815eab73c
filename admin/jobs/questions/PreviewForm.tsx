import { Eye } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sitePath } from '../../lib/site-address.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import type { JobFormState } from '../queries.ts'
import styles from './ApplicationFormFields.module.css'
import { formPreviewAddress, previewedForm } from './previewed-form.ts'

/** Opens the application form as candidates see it, with what isn't saved yet. */
export function PreviewForm({ form }: { form: JobFormState }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setIsOpen(true)}>
        <Eye size={16} aria-hidden />
        Preview form
      </button>
      {isOpen && <FormDialog form={form} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function FormDialog({ form, onClose }: { form: JobFormState; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const receive = useEffectEvent(({ source, data }: MessageEvent<'ready' | 'escape'>) => {
    if (source !== frame.current?.contentWindow) return
    if (data === 'escape') onClose()
    else frame.current?.contentWindow?.postMessage(previewedForm(form.getValues()), location.origin)
  })
  useEffect(() => {
    const listen = (event: MessageEvent) => receive(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return (
    <Modal title="Preview of the application form" size="large" onClose={onClose}>
      <p className="help">
        As candidates see it, with changes you haven’t saved. It can’t be submitted.
      </p>
      <iframe
        ref={frame}
        className={styles.preview}
        title="Application form"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the dialog scrolls, and axe ignores what is in frames
        tabIndex={0}
        src={sitePath(formPreviewAddress)}
      />
    </Modal>
  )
}
