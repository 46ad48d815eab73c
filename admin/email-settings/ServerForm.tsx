import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Resolver, useWatch } from 'react-hook-form'
import {
  emailSettingsChange,
  isSameConnection,
  type MailSecurity,
  type Preset,
  presetOf,
  presets,
  smtpPorts,
} from '#api/office/email-settings/contract.ts'
import { changedBy, complaint, currentOf } from '../lib/api/api.ts'
import { showFieldErrors } from '../lib/api/field-errors.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { RestoredNotice } from '../ui/editor/RestoredNotice.tsx'
import { FieldPair } from '../ui/form/EditorFrame.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { ChangesBar } from '../ui/form/SaveBar.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { SaveConflict } from '../ui/save/SaveConflict.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { signInHint } from './advice.ts'
import styles from './EmailSettings.module.css'
import { PasswordsEnd } from './PasswordsEnd.tsx'
import {
  type Change,
  type EmailSettings,
  emailSettingsQuery,
  saveEmailSettings,
} from './queries.ts'

type Values = {
  host: string
  port: (typeof smtpPorts)[number]
  security: MailSecurity
  user: string
  password: string
  from_name: string
  from_address: string
  current_password: string
}

const securityLabel: Record<MailSecurity, string> = {
  starttls: 'STARTTLS',
  tls: 'TLS',
  none: 'None (only within your own network)',
}

const nothing: Values = {
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  password: '',
  from_name: '',
  from_address: '',
  current_password: '',
}

const valuesOf = (stored?: EmailSettings): Values =>
  stored
    ? {
        ...nothing,
        host: stored.host,
        port: stored.port as Values['port'],
        security: stored.security,
        user: stored.user,
        from_name: stored.from_name,
        from_address: stored.from_address,
      }
    : nothing

const names: Partial<Record<keyof Values, string>> = {
  host: 'Host',
  port: 'Port',
  security: 'Encryption',
  user: 'User name',
  from_name: 'Sender name',
  from_address: 'Sender address',
}

/** A password is for one server: never send mine to the one that somebody else chose. */
const together = ['host', 'port', 'security', 'user', 'password'] as const

type Row = Omit<EmailSettings, 'updated_at'> & { id: number; updated_at: string }
const asRow = (settings: EmailSettings): Row => ({
  ...settings,
  id: 1,
  updated_at: settings.updated_at ?? '',
})
/** The version to send along; settings that were never saved have no version. */
const version = (updated_at: string | undefined) => (updated_at ? { updated_at } : {})

const resolver = zodResolver(emailSettingsChange) as unknown as Resolver<Values, unknown, Change>

export function ServerForm({
  stored: settings,
  onSaved,
}: {
  stored: EmailSettings
  onSaved: (saved: EmailSettings) => void
}) {
  const { email } = usePerson()
  const state = useEntityForm<Values, Change, Row>({
    kind: 'email settings',
    thing: 'page',
    stored: asRow(settings),
    valuesOf: (row) => valuesOf(row as EmailSettings | undefined),
    resolver,
    names,
    together,
  })
  const { form, isDirty, base: stored = asRow(settings), startFrom } = state
  const saving = useSave(state, {
    save: async (change, basedOn) =>
      settle(await saveEmailSettings({ ...change, ...version(basedOn) })),
    key: emailSettingsQuery.queryKey,
    nameOf: () => 'Email',
    back: { to: '/settings/email' },
  })
  const { errors } = form.formState
  const [removal, setRemoval] = useState<{ failure?: string; seen?: Row }>({})
  const [isRemoving, setRemoving] = useState(false)
  const [choseOther, setOther] = useState(false)
  const [host, port, security, user] = useWatch({
    control: form.control,
    name: ['host', 'port', 'security', 'user'],
  })
  const provider = presetOf(host.trim().toLowerCase())
  const isChosen = (preset: Preset | undefined) =>
    preset ? preset === provider : !provider && (choseOther || host !== '')
  const keepsPassword =
    stored.password_set &&
    !stored.password_unreadable &&
    isSameConnection(stored, { host: host.trim().toLowerCase(), port, security, user: user.trim() })

  function choose(preset: Preset | undefined) {
    const values = preset ?? { host: '', port: 587 as const, security: 'starttls' as const }
    for (const field of ['host', 'port', 'security'] as const)
      form.setValue(field, values[field], {
        shouldDirty: true,
        shouldValidate: Boolean(errors[field]),
      })
    setOther(!preset)
  }

  function settle(current: EmailSettings) {
    startFrom(asRow(current))
    setRemoval({})
    onSaved(current)
  }

  /** An empty host removes all. */
  const remove = useOnce(async () => {
    const change = { host: '', current_password: form.getValues('current_password') }
    const { updated_at } = removal.seen ?? stored
    setRemoval({})
    try {
      settle(await saveEmailSettings({ ...change, ...version(updated_at) }))
      toast({ message: 'Mail server removed', kind: 'done' })
    } catch (error) {
      const current = currentOf<EmailSettings>(error)
      if (current)
        setRemoval({
          failure: `Not removed: ${changedBy(error)} changed these settings; the server is now ${current.host || 'removed'}. To remove them too, choose Remove again.`,
          seen: asRow(current),
        })
      else if (!showFieldErrors(form, error))
        setRemoval({ failure: complaint('Failed to remove the mail server', error) })
    }
  })

  async function askToRemove() {
    setRemoving(await form.trigger('current_password', { shouldFocus: true }))
  }

  return (
    <form className={styles.form} onSubmit={saving.submit} noValidate aria-label="Mail server">
      <UnsavedGuard dirty={isDirty} onDiscard={state.forgetDraft} />
      {state.restored && <RestoredNotice lost=" (except passwords)" onDiscard={state.startOver} />}
      <fieldset className={`line wrap ${styles.providers}`}>
        <legend>Provider</legend>
        {[...presets, undefined].map((preset) => (
          <label key={preset?.name ?? ''} className={`pick ${styles.provider}`}>
            <input
              type="radio"
              name="provider"
              checked={isChosen(preset)}
              onChange={() => choose(preset)}
            />
            {preset?.name ?? 'Other'}
          </label>
        ))}
      </fieldset>
      <PasswordsEnd host={host} />
      <TextField
        label="Host *"
        placeholder="smtp.example.com"
        inputMode="url"
        error={errors.host?.message}
        {...form.register('host')}
      />
      <FieldPair>
        <SelectField
          label="Port"
          error={errors.port?.message}
          {...form.register('port', { setValueAs: Number })}
        >
          {smtpPorts.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Encryption"
          error={errors.security?.message}
          {...form.register('security')}
        >
          {(['starttls', 'tls', 'none'] as const).map((choice) => (
            <option key={choice} value={choice}>
              {securityLabel[choice]}
            </option>
          ))}
        </SelectField>
      </FieldPair>
      <FieldPair>
        <TextField
          label="User name"
          optional
          error={errors.user?.message}
          help={provider && signInHint[provider.name]}
          {...form.register('user')}
        />
        <PasswordField
          label="Password"
          required={false}
          autoComplete="new-password"
          error={errors.password?.message}
          help={
            keepsPassword
              ? 'Saved. Leave empty to keep it.'
              : stored.password_set
                ? 'Enter it again: the saved one can’t be used.'
                : 'Stored encrypted, and never shown again.'
          }
          {...form.register('password')}
        />
      </FieldPair>
      <FieldPair>
        <TextField
          label="Sender name"
          optional
          help="By default your company’s name."
          error={errors.from_name?.message}
          {...form.register('from_name')}
        />
        <TextField
          label={stored.sender_locked ? 'Sender address' : 'Sender address *'}
          type="email"
          required={!stored.sender_locked}
          placeholder="careers@example.com"
          help={
            stored.sender_locked
              ? `Not used: MAIL_FROM on the server wins. People see ${stored.sender}.`
              : 'An address that this account can send from.'
          }
          error={errors.from_address?.message}
          {...form.register('from_address')}
        />
      </FieldPair>
      <div className={styles.confirm}>
        {/* Password managers fill in the password of this user name. */}
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <PasswordField
          label="Your own password *"
          help="Whoever controls email controls password links, so we ask. All admins get an email about the change."
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
      </div>
      <SaveConflict saving={saving} />
      <FormFailure>{removal.failure}</FormFailure>
      {stored.host && (
        <p>
          <button type="button" className="button danger" onClick={askToRemove}>
            Remove
          </button>
        </p>
      )}
      <ChangesBar
        state={state}
        failure={saving.failure}
        action="Save and send a test"
        onDiscard={state.startOver}
      />
      {isRemoving && (
        <Confirm
          title="Remove the mail server?"
          message="No email is sent any more: each one is saved as a file on the server. The stored password is deleted."
          action="Remove"
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </form>
  )
}
