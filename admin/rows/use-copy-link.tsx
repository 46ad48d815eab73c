import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { publicSettingsQuery } from '../lib/public-settings.ts'
import { siteUrl } from '../lib/site-address.ts'
import { toast } from '../lib/toasts.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { Field } from '../ui/form/Field.tsx'

/** Copies the address of a public page; `dialog` shows it where the browser doesn't allow copying. */
export function useCopyLink({ title, path }: { title: string; path: string }) {
  const { data: settings } = useQuery(publicSettingsQuery)
  const [shown, setShown] = useState(false)
  const address = siteUrl(settings) + path
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast({ message: `The link to “${title}” was copied`, kind: 'done' })
    } catch {
      setShown(true)
    }
  }
  const dialog = shown && (
    <Modal title={`Link to “${title}”`} onClose={() => setShown(false)}>
      <Field
        label="Address"
        htmlFor="copied-address"
        help="Your browser didn’t allow copying. The address is selected, so you can copy it yourself."
      >
        {(control) => (
          <input
            {...control}
            className="input"
            readOnly
            data-autofocus
            value={address}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <ModalActions>
        <button type="button" className="button" onClick={() => setShown(false)}>
          Done
        </button>
      </ModalActions>
    </Modal>
  )
  return { copy, dialog }
}
