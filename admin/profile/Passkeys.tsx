import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxPasskeyName, maxPasskeys } from '#api/accounts/passkeys/contract/limits.ts'
import { profile } from '../lib/hooks/use-person.ts'
import { formatDate } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { sessionsQuery } from '../session/account.ts'
import { supportsPasskeys } from '../session/passkey-device.ts'
import { type Passkey, passkeysQuery, removePasskey, renamePasskey } from '../session/passkeys.ts'
import { type SecondFactorStatus, secondFactorQuery } from '../session/second-factor.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { Loaded } from '../ui/States.tsx'
import { checkedByServer, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { AddPasskey, SignInFirst } from './AddPasskey.tsx'
import styles from './Passkeys.module.css'

/** One's own passkeys: to add, name and remove. */
export function Passkeys({ email }: { email: string }) {
  const list = useQuery(passkeysQuery)
  const { data: status } = useQuery(secondFactorQuery)
  return (
    <Loaded query={list} failed="Failed to load your passkeys" rows={1}>
      {(passkeys) => (
        <div className="stack gap-5">
          <p>
            Sign in with your fingerprint, face or PIN, without password and code. A passkey can't
            be guessed, and works on no forged site.
          </p>
          {passkeys.length > 0 && (
            <ul className={styles.list}>
              {passkeys.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} status={status} />
              ))}
            </ul>
          )}
          <Add email={email} isFull={passkeys.length >= maxPasskeys} />
        </div>
      )}
    </Loaded>
  )
}

function Add({ email, isFull }: { email: string; isFull: boolean }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  if (!supportsPasskeys())
    return (
      <p className="help">
        This browser can't make passkeys here. It needs a newer browser, and an address with https.
      </p>
    )
  if (isFull) return <p className="help">{`You have ${maxPasskeys}. Remove one to add another.`}</p>
  return (
    <div className={styles.add}>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Add a passkey
      </button>
      {open && (
        <AddPasskey
          email={email}
          // The first one ends other sessions.
          onAdded={() => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function Row({ passkey, status }: { passkey: Passkey; status: SecondFactorStatus | undefined }) {
  const { name, domain, works_here, created_at, last_used_at } = passkey
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <li className={`between wrap ${styles.row}`}>
      <div className={styles.text}>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        <p className="meta tabular">
          Added <time dateTime={created_at}>{formatDate(created_at)}</time>
          {last_used_at ? (
            <span>
              {' · last used '}
              <time dateTime={last_used_at}>{formatDate(last_used_at)}</time>
            </span>
          ) : (
            <span> · never used</span>
          )}
        </p>
        {!works_here && (
          <p className="error">
            {`Made for ${domain}: it doesn't work at the site's present address. Remove it and add a new one.`}
          </p>
        )}
      </div>
      <RowActions name={name}>
        <RowAction name={name} word="Rename" onClick={() => setOpen('rename')} />
        <RowAction name={name} word="Remove" onClick={() => setOpen('remove')} />
        {open === 'rename' && <Rename passkey={passkey} onClose={close} />}
        {open === 'remove' && <Remove passkey={passkey} status={status} onClose={close} />}
      </RowActions>
    </li>
  )
}

type Values = { name: string }
const valuesOf = (passkey?: Passkey): Values => ({ name: passkey?.name ?? '' })

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const state = useEntityForm({
    kind: 'passkey',
    stored: passkey,
    valuesOf,
    resolver: checkedByServer<Values>,
    names: { name: 'Name' },
    draftName: null,
  })
  const { register, formState } = state.form
  const saving = useSave(state, {
    save: ({ name }, updated_at) => renamePasskey(passkey.id, { name, updated_at }),
    key: passkeysQuery.queryKey,
    nameOf: ({ name }) => name,
    failed: 'The passkey was not renamed',
    onSaved: onClose,
    by: 'You',
  })
  return (
    <FormDialog {...{ state, saving, onClose }} title="Rename passkey" action="Save" size="small">
      <TextField
        label="Name *"
        error={formState.errors.name?.message}
        maxLength={maxPasskeyName}
        data-autofocus
        {...register('name')}
      />
    </FormDialog>
  )
}

function Remove({
  passkey: { id, name },
  status,
  onClose,
}: {
  passkey: Passkey
  status: SecondFactorStatus | undefined
  onClose: () => void
}) {
  const client = useQueryClient()
  const isLast = status?.passkeys === 1 && !status.confirmed_at

  async function remove() {
    try {
      await removePasskey(id)
    } finally {
      // Also after a refusal: the sign-in may no longer be recent.
      for (const { queryKey } of [passkeysQuery, secondFactorQuery, profile])
        client.invalidateQueries({ queryKey })
    }
    toast({ message: `The passkey “${name}” was removed`, kind: 'done' })
  }

  if (status && !status.signed_in_recently)
    return <SignInFirst task="remove a passkey" onClose={onClose} />
  return (
    <Confirm
      title={`Remove “${name}”?`}
      message={
        <>
          <p>It no longer signs you in. This can't be undone, but you can add a new one.</p>
          {isLast && !status.required && (
            <p>After that, your password alone is enough to sign in.</p>
          )}
        </>
      }
      action="Remove"
      busyAction="Removing..."
      failed="The passkey was not removed. Please try again."
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
