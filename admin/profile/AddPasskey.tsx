import { useQuery, useQueryClient } from '@tanstack/react-query'
import { maxPasskeyName } from '#api/accounts/passkeys/contract/limits.ts'
import { isRefused } from '../lib/api/api.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { browserName } from '../session/browser-name.ts'
import { addPasskey, passkeysQuery } from '../session/passkeys.ts'
import { secondFactorQuery } from '../session/second-factor.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { resolved, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'

type Values = { name: string; currentPassword: string }

const valuesOf = (): Values => ({
  name: browserName(navigator.userAgent).slice(0, maxPasskeyName),
  currentPassword: '',
})

/** Before the device makes one, which the server would then refuse. */
const resolver = (values: Values) =>
  resolved<Values, Values>({ name: values.name.trim() ? undefined : 'Enter a name' }, values)

type Props = { email: string; onAdded?: () => void; onClose: () => void }

/** Asks for a name, and for the password where needed, before the device makes the passkey. */
export function AddPasskey(props: Props) {
  const { data } = useQuery(secondFactorQuery)
  const { company_sign_in, role } = usePerson()
  const mayUsePassword = data?.has_password && (!company_sign_in?.only || role === 'admin')
  const isLate = data?.signed_in_recently === false
  // The password is enough for people without a second factor.
  if (isLate && (data.confirmed_at || data.passkeys || !mayUsePassword))
    return <SignInFirst task="add a passkey" onClose={props.onClose} />
  return <AddForm {...props} asksPassword={isLate} />
}

function AddForm({ email, onAdded, onClose, asksPassword }: Props & { asksPassword: boolean }) {
  const client = useQueryClient()
  const state = useEntityForm({
    kind: 'passkey',
    stored: undefined,
    valuesOf,
    resolver,
    draftName: null,
  })
  const { register, formState } = state.form
  const saving = useSave(state, {
    save: async (values) => {
      try {
        return await addPasskey(values)
      } catch (error) {
        // The sign-in may no longer be recent.
        if (isRefused(error)) client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
        throw error
      }
    },
    key: passkeysQuery.queryKey,
    messageOf: ({ name }) => `The passkey “${name}” was added`,
    failed: 'The passkey was not added',
    onSaved: () => {
      client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
      onClose()
      onAdded?.()
    },
  })
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title="Add a passkey"
      action="Continue"
      busyAction="Waiting for your device..."
      size="small"
    >
      <p>
        Your device asks for your fingerprint, face or PIN, and keeps the passkey. You can also use
        a security key or your phone.
      </p>
      <TextField
        label="Name *"
        help="So that you know which one it is."
        error={formState.errors.name?.message}
        maxLength={maxPasskeyName}
        data-autofocus
        {...register('name')}
      />
      {asksPassword && (
        <>
          {/* Tells password managers which account to fill in. */}
          <input type="text" hidden readOnly autoComplete="username" value={email} />
          <PasswordField
            id="password-for-passkey"
            label="Current password *"
            help="Asked for because you signed in more than ten minutes ago."
            error={formState.errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** In place of what needs a recent sign-in. */
export const SignInFirst = ({ task, onClose }: { task: string; onClose: () => void }) => (
  <Confirm
    title="Sign in again first"
    message={`To ${task}, you must have signed in within the last ten minutes. You'll come back here.`}
    action="Sign in again"
    danger={false}
    onConfirm={signInAgain}
    onClose={onClose}
  />
)
