import { useQueryClient } from '@tanstack/react-query'
import type { Resolver } from 'react-hook-form'
import { may } from '#api/accounts/auth/contract/access.ts'
import type { Person } from '../../lib/session.ts'
import { formatDate } from '../../lib/text/format.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { resolved, useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'
import { saveApplication, sendApplication } from '../status/save-application.ts'

const maxCharacters = 500

/** Why `me` can't lift the hold. */
export function refusalOf(
  { legal_hold, legal_hold_user_id, legal_hold_by }: Application,
  me: Person,
) {
  if (!legal_hold || legal_hold_user_id === me.id || may(me, 'admin')) return undefined
  const setter = legal_hold_user_id && legal_hold_by
  return setter
    ? `Only an admin or ${setter}, who set it, can lift this legal hold.`
    : 'Only an admin can lift this legal hold.'
}

/** Puts an application on legal hold, or lifts the hold. */
export function LegalHold({
  application,
  onClose,
}: {
  application: Application
  onClose: () => void
}) {
  const client = useQueryClient()

  async function lift() {
    const saved = await saveApplication(application.id, { legal_hold: null }, application)
    client.setQueryData(applicationDetailKey(application.id), saved)
    client.invalidateQueries({ queryKey: applicationsKey })
    toast({ message: 'Legal hold lifted', kind: 'done' })
  }
  if (!application.legal_hold) return <HoldDialog application={application} onClose={onClose} />
  return (
    <Confirm
      title="Lift the legal hold?"
      message="From then on the application can be erased: by the candidate, by staff, and by the rules for how long applications are kept."
      action="Lift legal hold"
      onConfirm={lift}
      onClose={onClose}
    />
  )
}

type Values = { legal_hold: string }

const valuesOf = (row?: Application): Values => ({ legal_hold: row?.legal_hold ?? '' })
const resolver: Resolver<Values, unknown, Values> = (values) =>
  resolved<Values, Values>(
    { legal_hold: values.legal_hold.trim() ? undefined : 'Enter a reason' },
    values,
  )

function HoldDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const client = useQueryClient()
  const state = useEntityForm({
    kind: 'legal hold',
    thing: 'application',
    stored: application,
    valuesOf,
    resolver,
    names: { legal_hold: 'Reason' },
    draftName: null,
  })
  const saving = useSave(state, {
    save: (change, updated_at) => sendApplication(application.id, { ...change, updated_at }),
    key: applicationsKey,
    messageOf: () => 'Put on legal hold',
    failed: 'That was not saved',
    onSaved: (saved) => {
      client.setQueryData(applicationDetailKey(application.id), saved)
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title="Put on legal hold"
      action="Put on legal hold"
    >
      <p>Until the hold is lifted nobody can erase this application, not even the candidate.</p>
      <TextField
        label="Reason *"
        error={state.form.formState.errors.legal_hold?.message}
        help={`Such as the claim it is about. Reviewers see it. At most ${maxCharacters} characters.`}
        {...state.form.register('legal_hold')}
      />
    </FormDialog>
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
