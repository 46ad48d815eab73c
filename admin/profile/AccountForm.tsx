import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type Resolver, useWatch } from 'react-hook-form'
import { profileChange } from '#api/accounts/auth/contract.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { profile } from '../lib/hooks/use-person.ts'
import { keepPerson, type Person, usesPassword } from '../lib/session.ts'
import { type AccountValues, saveAccount } from '../session/account.ts'
import { CompanyProof } from '../session/CompanyProof.tsx'
import { EditorFrame, FieldPair } from '../ui/form/EditorFrame.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { usersKey } from '../users/queries.ts'

// `raw`: send the input as typed; the server parses it with the same schema.
const resolver = zodResolver(profileChange, undefined, { raw: true }) as Resolver<
  AccountValues,
  unknown,
  AccountValues
>

const valuesOf = (account?: Person): AccountValues => ({
  first_name: account?.first_name ?? '',
  last_name: account?.last_name ?? '',
  email: account?.email ?? '',
  currentPassword: '',
})

const names = { first_name: 'First name', last_name: 'Last name', email: 'Email' }

/** Changing the email requires the password: an unlocked screen must not give the account away. */
export function AccountForm({ account }: { account: Person }) {
  const client = useQueryClient()
  const state = useEntityForm({
    kind: 'profile',
    thing: 'account',
    stored: account,
    valuesOf,
    resolver,
    names,
  })
  const { form, base, startFrom } = state
  const typed = useWatch({ control: form.control, name: 'email' })
  const moves = typed.trim().toLowerCase() !== base?.email
  const saving = useSave(state, {
    save: async ({ currentPassword, ...values }, basedOn) => {
      const change = { ...values, ...(moves && currentPassword && { currentPassword }) }
      const saved = await saveAccount(change, basedOn)
      keepPerson(saved)
      client.setQueryData(profile.queryKey, saved)
      startFrom(saved)
    },
    key: usersKey,
    nameOf: fullName,
    back: { to: '/profile' },
  })
  const { errors } = form.formState
  return (
    <EditorFrame
      {...{ state, saving }}
      action="Save"
      back={{ to: '/dashboard' }}
      lost=" (except the password)"
    >
      <FieldPair>
        <TextField
          label="First name *"
          error={errors.first_name?.message}
          {...form.register('first_name')}
        />
        <TextField
          label="Last name *"
          error={errors.last_name?.message}
          {...form.register('last_name')}
        />
      </FieldPair>
      <TextField
        label="Email *"
        type="email"
        help="Used to sign in."
        error={errors.email?.message}
        {...form.register('email')}
      />
      {moves && !usesPassword(account) && <CompanyProof />}
      {moves && !usesPassword(account) && (
        <FormFailure>{errors.currentPassword?.message}</FormFailure>
      )}
      {moves && usesPassword(account) && (
        <PasswordField
          id="password-for-email"
          label="Current password *"
          help="Required to change your email."
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
    </EditorFrame>
  )
}
