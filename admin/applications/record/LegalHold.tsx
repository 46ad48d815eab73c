import { useQueryClient } from '@tanstack/react-query'
import { Lock, LockOpen } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { complaint } from '../../lib/api/api.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import type { Person } from '../../lib/session.ts'
import { formatDate } from '../../lib/text/format.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { Modal, ModalActions } from '../../ui/dialog/Modal.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'
import { saveApplication } from '../status/save-application.ts'
import styles from './Retention.module.css'

const maxCharacters = 500

/** Why `me` can't lift the hold. */
function refusalOf({ legal_hold, legal_hold_user_id, legal_hold_by }: Application, me: Person) {
  if (!legal_hold || legal_hold_user_id === me.id || may(me, 'admin')) return undefined
  const setter = legal_hold_user_id && legal_hold_by
  return setter
    ? `Only an admin or ${setter}, who set it, can lift this legal hold.`
    : 'Only an admin can lift this legal hold.'
}

/** Puts an application on legal hold, or lifts the hold. */
export function LegalHold({ application }: { application: Application }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const me = usePerson()
  const refusal = refusalOf(application, me)

  async function save(legal_hold: string | null) {
    const saved = await saveApplication(application.id, { legal_hold }, application)
    client.setQueryData(applicationDetailKey(application.id), saved)
    client.invalidateQueries({ queryKey: applicationsKey })
    toast({ message: legal_hold ? 'Put on legal hold' : 'Legal hold lifted', kind: 'done' })
  }
  const close = () => setAsking(false)
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-disabled={Boolean(refusal)}
        aria-describedby={refusal && 'hold-refusal'}
        onClick={() => !refusal && setAsking(true)}
      >
        {application.legal_hold ? (
          <>
            <LockOpen size={15} aria-hidden /> Lift legal hold
          </>
        ) : (
          <>
            <Lock size={15} aria-hidden /> Put on legal hold
          </>
        )}
      </button>
      {refusal && (
        <p className="help" id="hold-refusal">
          {refusal}
        </p>
      )}
      {asking && application.legal_hold && (
        <Confirm
          title="Lift the legal hold?"
          message="From then on the application can be erased: by the candidate, by staff, and by the rules for how long applications are kept."
          action="Lift legal hold"
          onConfirm={() => save(null)}
          onClose={close}
        />
      )}
      {asking && !application.legal_hold && <HoldDialog onSave={save} onClose={close} />}
    </>
  )
}

function HoldDialog({
  onSave,
  onClose,
}: {
  onSave: (reason: string) => Promise<void>
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!reason.trim()) return setFault('Enter a reason')
    setBusy(true)
    try {
      await onSave(reason.trim())
      onClose()
    } catch (error) {
      setFault(complaint('That was not saved', error))
      setBusy(false)
    }
  }
  return (
    <Modal title="Put on legal hold" onClose={onClose} dirty={reason.trim() !== ''}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>Until the hold is lifted nobody can erase this application, not even the candidate.</p>
        <Field
          label="Reason *"
          htmlFor="legal-hold"
          error={fault}
          help={`Such as the claim it is about. Reviewers see it. At most ${maxCharacters} characters.`}
        >
          {(control) => (
            <input
              {...control}
              className="input"
              data-autofocus
              autoComplete="off"
              aria-required
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <ModalActions>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" aria-disabled={busy}>
            {busy ? 'Saving…' : 'Put on legal hold'}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}

/** Above the record while the hold lasts. */
export const HoldNotice = ({ application }: { application: Application }) =>
  application.legal_hold && (
    <p className="notice">
      <strong>On legal hold</strong>
      {application.legal_hold_by && <span>{` by ${application.legal_hold_by}`}</span>}
      {application.legal_hold_at && (
        <span>{` since ${formatDate(application.legal_hold_at)}`}</span>
      )}
      <span>:</span> {application.legal_hold}
    </p>
  )
