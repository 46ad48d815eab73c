import type { ReactNode } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { FieldPair } from '../ui/form/EditorFrame.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import styles from './EmailSettings.module.css'
import type { Values } from './form-values.ts'
import type { Change, EmailSettings } from './queries.ts'
import { SenderName } from './SenderName.tsx'

type Props = { form: UseFormReturn<Values, unknown, Change>; stored: EmailSettings }

/** What to do at the provider first, in the order of its screens. */
const Steps = ({ at, children }: { at: string; children: ReactNode }) => (
  <details className={styles.steps}>
    <summary>What to do at {at} first</summary>
    <ol>{children}</ol>
  </details>
)

const Mailbox = ({ form, help }: Pick<Props, 'form'> & { help: string }) => (
  <TextField
    label="Mailbox *"
    type="email"
    placeholder="careers@example.com"
    help={help}
    error={form.formState.errors.mailbox?.message}
    {...form.register('mailbox')}
  />
)

/** The help of a field for a secret that is never shown. */
const secretHelp = (isKept: boolean, isLost: boolean, first: string) =>
  isKept
    ? 'Saved. Leave empty to keep it.'
    : isLost
      ? 'Enter it again: the saved one can’t be used.'
      : first

/** An app registration of the company in Microsoft Entra. */
export function MicrosoftFields({ form, stored }: Props) {
  const { errors } = form.formState
  const [tenant, client_id] = useWatch({ control: form.control, name: ['tenant', 'client_id'] })
  const isSameApp =
    stored.tenant === tenant.trim().toLowerCase() &&
    stored.client_id === client_id.trim().toLowerCase()
  const isKept = stored.client_secret_set && !stored.password_unreadable && isSameApp
  return (
    <>
      <div className="stack gap-3">
        <p className="help">
          Email leaves as an app that your company registers at Microsoft. There is no password, and
          nobody has to sign in. An administrator of your Microsoft 365 needs about ten minutes.
        </p>
        <Steps at="Microsoft">
          <li>
            In the Microsoft Entra admin center, under App registrations, choose New registration.
            Any name, this organization only, no redirect URI. Its Overview shows both IDs.
          </li>
          <li>
            Under Certificates &amp; secrets, choose New client secret. Copy its value at once, and
            note the day on which it expires.
          </li>
          <li>
            In Exchange Online, give the app the role Application Mail.Send for this one mailbox.
            Don’t grant Mail.Send in Entra: that lets it send from every mailbox.
          </li>
          <li>Enter everything here. The page docs/mail.md of Foyer shows each click.</li>
        </Steps>
      </div>
      <FieldPair>
        <TextField
          label="Directory (tenant) ID *"
          error={errors.tenant?.message}
          {...form.register('tenant')}
        />
        <TextField
          label="Application (client) ID *"
          error={errors.client_id?.message}
          {...form.register('client_id')}
        />
      </FieldPair>
      <FieldPair>
        <PasswordField
          label={isKept ? 'Client secret' : 'Client secret *'}
          required={!isKept}
          autoComplete="new-password"
          error={errors.client_secret?.message}
          help={secretHelp(
            isKept,
            stored.client_secret_set,
            'Its value, not its ID. Stored encrypted.',
          )}
          {...form.register('client_secret')}
        />
        <TextField
          label="Client secret ends on"
          type="date"
          optional
          help="All admins are warned four weeks before."
          error={errors.secret_expires_on?.message}
          {...form.register('secret_expires_on')}
        />
      </FieldPair>
      <FieldPair>
        <Mailbox form={form} help="Email comes from this address. A shared mailbox will do." />
        <SenderName form={form} />
      </FieldPair>
    </>
  )
}

/** A service account with domain-wide delegation in Google Workspace. */
export function GoogleFields({ form, stored }: Props) {
  const { errors } = form.formState
  const isKept = stored.service_account_set && !stored.password_unreadable
  return (
    <>
      <div className="stack gap-3">
        <p className="help">
          Email leaves through Gmail, signed in by a service account of your company. There is no
          password, and nobody has to sign in. An administrator of your Google Workspace needs about
          ten minutes.
        </p>
        <Steps at="Google">
          <li>
            In the Google Cloud console, under IAM &amp; Admin › Service Accounts, create a service
            account. It needs no roles. Under Keys, add a key of type JSON.
          </li>
          <li>
            In the Google Admin console, under Security › Access and data control › API controls ›
            Domain-wide delegation, add the service account’s client ID with the scope
            https://mail.google.com/
          </li>
          <li>
            Use a mailbox of its own: Google can’t narrow this scope to one mailbox, so the key
            opens all of them.
          </li>
          <li>Enter everything here. The page docs/mail.md of Foyer shows each click.</li>
        </Steps>
      </div>
      <Field
        label={isKept ? 'Service account key (JSON)' : 'Service account key (JSON) *'}
        htmlFor="service_account"
        error={errors.service_account?.message}
        help={secretHelp(
          isKept,
          stored.service_account_set,
          'The whole file, from { to }. Stored encrypted, and never shown again.',
        )}
      >
        {(control) => (
          <textarea
            {...control}
            className={`input ${styles.key}`}
            rows={5}
            spellCheck={false}
            autoComplete="off"
            aria-required={!isKept}
            {...form.register('service_account')}
          />
        )}
      </Field>
      <FieldPair>
        <Mailbox form={form} help="The main address of a user. Email comes from it." />
        <SenderName form={form} />
      </FieldPair>
    </>
  )
}
