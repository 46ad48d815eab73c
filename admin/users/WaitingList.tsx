import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { maxWaiting } from '#api/accounts/oidc/contract/sign-in.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { Field } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ListRow } from '../ui/list/ListRow.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { Moment } from '../ui/Moment.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { resolved, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import {
  connect,
  type Identity,
  nameOf,
  peopleQuery,
  removeIdentity,
  waitingQuery,
} from './identities.ts'
import { usersKey } from './queries.ts'
import styles from './WaitingList.module.css'

/** People whom the company's sign-in knows and Foyer does not: an admin says who they are. */
export default function WaitingList() {
  const list = useQuery(waitingQuery)
  return (
    <>
      <PageHeader
        title="Waiting for You"
        description="They signed in at your company but match nobody here for certain. Connect each to their account, or remove them."
        back={{ to: '/users', label: 'Back to Users' }}
      />
      <Loaded query={list} failed="Failed to load who is waiting" rows={4}>
        {(rows) =>
          rows.length ? (
            <>
              {rows.length >= maxWaiting && (
                <p className="notice" role="status">
                  {maxWaiting} people wait. Until you connect or remove some, nobody else can ask.
                </p>
              )}
              <ul className={styles.rows}>
                {rows.map((row) => (
                  <Row key={row.id} row={row} />
                ))}
              </ul>
            </>
          ) : (
            <Empty icon={UserCheck} title="Nobody is waiting">
              People who can’t be matched by a verified address appear here.
            </Empty>
          )
        }
      </Loaded>
    </>
  )
}

function Row({ row }: { row: Identity }) {
  const [open, setOpen] = useState<'connect' | 'remove'>()
  const close = () => setOpen(undefined)
  const name = nameOf(row)
  return (
    <ListRow
      name={name}
      badges={
        row.email_verified ? (
          <span className="badge green">Verified address</span>
        ) : (
          <span className="badge yellow">Address not verified</span>
        )
      }
      facts={
        <>
          <li>{row.email ?? 'No address'}</li>
          <li>
            First seen <Moment at={row.created_at} />
          </li>
        </>
      }
      actions={
        <RowActions name={name}>
          <RowAction name={name} word="Connect…" onClick={() => setOpen('connect')} />
          <RowAction name={name} word="Remove" onClick={() => setOpen('remove')} />
          {open === 'connect' && <Connect row={row} onClose={close} />}
          {open === 'remove' && (
            <DeleteRow
              name={name}
              thing="waiting sign-in"
              send={() => removeIdentity(row.id)}
              queries={usersKey}
              onClose={close}
            >
              If they sign in again, they are treated as new.
            </DeleteRow>
          )}
        </RowActions>
      }
    />
  )
}

type Values = { user_id: string }

/** An address that is not verified suggests nobody: anyone may have typed it. */
function Connect({ row, onClose }: { row: Identity; onClose: () => void }) {
  const id = useId()
  const people = useQuery(peopleQuery)
  const state = useEntityForm({
    kind: 'identity',
    stored: undefined,
    valuesOf: (): Values => ({
      user_id: row.suggested_user_id ? String(row.suggested_user_id) : '',
    }),
    resolver: ({ user_id }: Values) =>
      resolved<Values, Values>({ user_id: user_id ? undefined : 'Choose a person' }, { user_id }),
    draftName: null,
  })
  const { form } = state
  const saving = useSave(state, {
    save: ({ user_id }) => connect(row, Number(user_id)),
    key: usersKey,
    messageOf: () => `${nameOf(row)} was connected`,
    failed: 'Failed to connect them',
    onSaved: () => {
      onClose()
      document.querySelector('h1')?.focus({ preventScroll: true })
    },
  })
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title={`Connect ${nameOf(row)}`}
      action="Connect"
      busyAction="Connecting..."
      isOff={!people.data}
      size="small"
    >
      <p>
        Whoever signs in at your company as <strong>{row.email ?? nameOf(row)}</strong> gets into
        this account.
      </p>
      <Loaded query={people} failed="Failed to load the users" rows={1}>
        {(users) => (
          <Field
            label="Account"
            htmlFor={`${id}-user`}
            error={form.formState.errors.user_id?.message}
            help={
              row.email_verified
                ? 'Someone missing? Create their user first.'
                : 'Their address is not verified: ask them in person. Someone missing? Create their user first.'
            }
          >
            {(control) => (
              <select {...control} className="input" data-autofocus {...form.register('user_id')}>
                <option value="">Choose a person</option>
                {users.map((user) => (
                  <option key={user.id} value={user.id}>
                    {fullName(user)}, {user.email}
                    {user.role === 'admin' ? ' (admin)' : ''}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </Loaded>
    </FormDialog>
  )
}
