import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Frame } from '../../ui/PreviewFrame.tsx'
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
  const [message] = useState(() => previewedForm(form.getValues()))
  return (
    <Modal title="Preview of the application form" size="large" onClose={onClose}>
      <p className="help">
        As candidates see it, with changes you haven’t saved. It can’t be submitted.
      </p>
      <Frame
        title="Application form"
        address={formPreviewAddress}
        message={message}
        className={styles.preview}
        // The dialog scrolls, and axe ignores what is in frames.
        tabIndex={0}
        onEscape={onClose}
      />
    </Modal>
  )
}
