import { useMutation } from '@tanstack/react-query'
import { fullName } from '#api/core/http/contract/text.ts'
import { api, complaint, read } from '../../lib/api/api.ts'
import { askToClose } from '../../ui/dialog/ask-to-close.ts'
import { Modal, ModalActions } from '../../ui/dialog/Modal.tsx'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { ShownOnce } from '../../ui/form/ShownOnce.tsx'
import { Moment } from '../../ui/Moment.tsx'
import type { Named } from '../queries.ts'

/** Makes a link to a ZIP archive of what a selected candidate sent, and shows it once. */
export default function HandOver({
  application,
  onClose,
}: {
  application: Named
  onClose: () => void
}) {
  const { id } = application
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      read(api.applications[':id']['hand-over'].$post({ param: { id: String(id) } })),
  })
  if (data)
    return (
      <ShownOnce
        title={`Hand-over of ${fullName(application)}`}
        what="link"
        value={data.url}
        help={
          <>
            Copy it now: it isn’t shown again. It works until <Moment at={data.expires_at} />.
          </>
        }
        onClose={onClose}
      />
    )
  return (
    <Modal title={`Hand over ${fullName(application)}?`} onClose={onClose}>
      <p>
        You get a link to a ZIP archive of what the candidate sent: contact details, letter,
        answers, resume and documents, for the people who go on with them or for an HR system.
        Anyone with the link can fetch it for a day, without an account. Notes, comments and
        evaluations stay here.
      </p>
      <FormFailure>{error && complaint('No link was created', error)}</FormFailure>
      <ModalActions>
        <button type="button" className="button" onClick={askToClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button primary"
          data-autofocus
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          {isPending ? 'Creating...' : 'Create Link'}
        </button>
      </ModalActions>
    </Modal>
  )
}
