import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { NewShare } from '#api/hiring/shares/contract/row.ts'
import { maxShared } from '#api/hiring/shares/contract.ts'
import { Modal, ModalActions } from '../../ui/dialog/Modal.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { ShownOnce } from '../../ui/form/ShownOnce.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { checkedByServer, type Stored, useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { createShare, sharesKey } from '../shares/queries.ts'
import type { Selection } from './selection.ts'
import { applications } from './words.ts'

const dayMs = 86_400_000
const lifetimes = [
  [1, 'A day'],
  [3, '3 days'],
  [7, 'A week'],
  [14, '2 weeks'],
  [30, '30 days'],
] as const

type Values = { name: string; days: number }

/** Makes a link to the selected applications, and shows it once. */
export function ShareDialog({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const [made, setMade] = useState<NewShare>()
  if (made) return <Made share={made} onClose={onClose} />
  if (!('ids' in selection) || selection.ids.length > maxShared)
    return (
      <Modal title="Share applications" onClose={onClose}>
        <p>One link shows at most {maxShared} applications. Select fewer of them, one by one.</p>
        <ModalActions>
          <button type="button" className="button primary" data-autofocus onClick={onClose}>
            Done
          </button>
        </ModalActions>
      </Modal>
    )
  return <ShareForm ids={selection.ids} onCreated={setMade} onClose={onClose} />
}

function ShareForm({
  ids,
  onCreated,
  onClose,
}: {
  ids: number[]
  onCreated: (share: NewShare) => void
  onClose: () => void
}) {
  const state = useEntityForm<Values, Values, Stored>({
    kind: 'share',
    thing: 'link',
    stored: undefined,
    valuesOf: () => ({ name: '', days: 7 }),
    resolver: checkedByServer,
    draftName: null,
  })
  const { form } = state
  const { errors } = form.formState
  const saving = useSave(state, {
    save: ({ name, days }) =>
      createShare({ ids, name, expires_at: new Date(Date.now() + days * dayMs).toISOString() }),
    key: sharesKey,
    messageOf: () => '',
    failed: 'No link was created',
    fieldOf: ([name]) => (name === 'expires_at' ? 'days' : String(name)),
    onSaved: onCreated,
  })
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title={`Share ${applications(ids.length)}`}
      action="Create Link"
      busyAction="Creating..."
      isOff={!form.watch('name').trim()}
    >
      <p>
        Anyone with the link sees name, job, answers, letter and resume, without an account. Notes,
        comments, evaluations and contact details stay here, except those in the resume itself.
        Resumes are shown as pages, each with the name below and the time across it.
      </p>
      <TextField
        label="For whom *"
        help="The recipient of the link, such as a department head."
        error={errors.name?.message}
        maxLength={100}
        data-autofocus
        {...form.register('name')}
      />
      <SelectField
        label="Ends after"
        help="You can revoke the link at any time."
        error={errors.days?.message}
        {...form.register('days', { setValueAs: Number })}
      >
        {lifetimes.map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

const Made = ({ share, onClose }: { share: NewShare; onClose: () => void }) => (
  <ShownOnce
    title={`Link for ${share.name}`}
    what="link"
    value={share.url}
    help={
      <>
        Copy it now: it isn’t shown again. It works until <Moment at={share.expires_at} />.
      </>
    }
    onClose={onClose}
  >
    <p>
      <Link to="/applications/shared">Shared links</Link> says when it is opened, and revokes it.
    </p>
  </ShownOnce>
)
