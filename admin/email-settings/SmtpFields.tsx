import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import {
  isSameConnection,
  type MailSecurity,
  type Preset,
  presetOf,
  presets,
  smtpPorts,
} from '#api/office/email-settings/contract.ts'
import { FieldPair } from '../ui/form/EditorFrame.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { signInHint } from './advice.ts'
import styles from './EmailSettings.module.css'
import type { Values } from './form-values.ts'
import { PasswordsEnd } from './PasswordsEnd.tsx'
import type { Change, EmailSettings } from './queries.ts'
import { SenderName } from './SenderName.tsx'

const securityLabel: Record<MailSecurity, string> = {
  starttls: 'STARTTLS',
  tls: 'TLS',
  none: 'None (only within your own network)',
}

/** Not those of the question above, which need no password. */
const presetLabel: Record<string, string> = {
  'Microsoft 365': 'Exchange by SMTP',
  Google: 'Gmail by SMTP',
}

/** A mail server with a password. */
export function SmtpFields({
  form,
  stored,
}: {
  form: UseFormReturn<Values, unknown, Change>
  stored: EmailSettings
}) {
  const { errors } = form.formState
  const [choseOther, setOther] = useState(false)
  const [host, port, security, user] = useWatch({
    control: form.control,
    name: ['host', 'port', 'security', 'user'],
  })
  const provider = presetOf(host.trim().toLowerCase())
  const isChosen = (preset: Preset | undefined) =>
    preset ? preset === provider : !provider && (choseOther || host !== '')
  const keepsPassword =
    stored.kind === 'smtp' &&
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

  return (
    <>
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
            {preset ? (presetLabel[preset.name] ?? preset.name) : 'Other'}
          </label>
        ))}
      </fieldset>
      <PasswordsEnd host={host} isLocked={false} />
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
        <SenderName form={form} />
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
    </>
  )
}
