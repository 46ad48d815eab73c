import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { MailService } from '#api/office/email-settings/contract.ts'
import { changedBy, complaint, currentOf } from '../lib/api/api.ts'
import { showFieldErrors } from '../lib/api/field-errors.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { usesPassword } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { CompanyProof } from '../session/CompanyProof.tsx'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { RestoredNotice } from '../ui/editor/RestoredNotice.tsx'
import { FieldError } from '../ui/form/Field.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { ChangesBar } from '../ui/form/SaveBar.tsx'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { SaveConflict } from '../ui/save/SaveConflict.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { isSetUp, serverName, serviceName } from './advice.ts'
import styles from './EmailSettings.module.css'
import { names, resolverFor, show, together, type Values, valuesOf } from './form-values.ts'
import { GoogleFields, MicrosoftFields } from './MailboxFields.tsx'
import {
  type Change,
  type EmailSettings,
  emailSettingsQuery,
  saveEmailSettings,
} from './queries.ts'
import { SmtpFields } from './SmtpFields.tsx'

/** In the order in which they are asked for. */
const kinds: readonly MailService[] = ['microsoft', 'google', 'smtp']

type Row = Omit<EmailSettings, 'updated_at'> & { id: number; updated_at: string }
const asRow = (settings: EmailSettings): Row => ({
  ...settings,
  id: 1,
  updated_at: settings.updated_at ?? '',
})
/** The version to send along; settings that were never saved have no version. */
const version = (updated_at: string | undefined) => (updated_at ? { updated_at } : {})

export function ServerForm({
  stored: settings,
  onSaved,
}: {
  stored: EmailSettings
  onSaved: (saved: EmailSettings) => void
}) {
  const me = usePerson()
  const asksPassword = usesPassword(me)
  const state = useEntityForm<Values, Change, Row>({
    kind: 'email settings',
    thing: 'page',
    stored: asRow(settings),
    valuesOf: (row) => valuesOf(row as EmailSettings | undefined),
    resolver: resolverFor(asksPassword),
    names,
    show,
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
  const kind = useWatch({ control: form.control, name: 'kind' })

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
          failure: `Not removed: ${changedBy(error)} changed these settings; the server is now ${isSetUp(current) ? serverName(current) : 'removed'}. To remove them too, choose Remove again.`,
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
        <legend>Where is your mailbox?</legend>
        {kinds.map((one) => (
          <label key={one} className={`pick ${styles.provider}`}>
            <input type="radio" value={one} {...form.register('kind')} />
            {serviceName[one]}
          </label>
        ))}
        <FieldError id="kind-error" message={errors.kind?.message} />
      </fieldset>
      {kind === 'smtp' && <SmtpFields form={form} stored={stored} />}
      {kind === 'microsoft' && <MicrosoftFields form={form} stored={stored} />}
      {kind === 'google' && <GoogleFields form={form} stored={stored} />}
      {kind && (
        <div className={styles.confirm}>
          {asksPassword ? (
            <>
              {/* Password managers fill in the password of this user name. */}
              <input type="text" hidden readOnly autoComplete="username" value={me.email} />
              <PasswordField
                label="Your own password *"
                help="Whoever controls email controls password links, so we ask. All admins get an email about the change."
                error={errors.current_password?.message}
                {...form.register('current_password')}
              />
            </>
          ) : (
            <>
              <CompanyProof />
              <FormFailure>{errors.current_password?.message}</FormFailure>
            </>
          )}
        </div>
      )}
      <SaveConflict saving={saving} />
      <FormFailure>{removal.failure}</FormFailure>
      {isSetUp(stored) && (
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
          message="No email is sent any more: each one is saved as a file on the server. The stored password, client secret or service account key is deleted."
          action="Remove"
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </form>
  )
}
