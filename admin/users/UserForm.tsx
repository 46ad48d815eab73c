import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { permissions } from '#api/accounts/auth/contract/access.ts'
import { userChange, userInput } from '#api/accounts/users/contract.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { profile, usePerson } from '../lib/hooks/use-person.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import { FormScreen } from '../rows/FormScreen.tsx'
import { EditorFrame } from '../ui/form/EditorFrame.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx'
import {
  type PasswordLink,
  saveUser,
  type User,
  type UserValues,
  userFormQuery,
  usersKey,
} from './queries.ts'
import { UserFields } from './UserFields.tsx'
import styles from './UserForm.module.css'

export default function UserForm() {
  return (
    <FormScreen
      titles={{ new: 'Create New User', edit: 'Edit User' }}
      list={{ to: '/users', label: 'Back to Users' }}
      thing="user"
      query={userFormQuery}
    >
      {(back, user) => <UserEditor user={user} back={back} />}
    </FormScreen>
  )
}

// `raw`: send the input as typed; the server parses it with the same schema.
type Raw = Resolver<UserValues, unknown, UserValues>
const forCreation = zodResolver(userInput, undefined, { raw: true }) as Raw
const forChange = zodResolver(userChange, undefined, { raw: true }) as Raw

const valuesOf = (user?: User): UserValues => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  email: user?.email ?? '',
  password: '',
  ...(!user && { invite: true }),
  role: user?.role ?? 'user',
  is_active: user?.is_active ?? true,
  permissions: permissions.filter((permission) => user?.permissions.includes(permission)),
})

const names: Record<
  Exclude<keyof UserValues, 'password' | 'invite' | 'company_sign_in'>,
  string
> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  role: 'Role',
  is_active: 'Active',
  permissions: 'Permissions',
}

const rows = { permissions: (permission: string) => permission }

/** Non-admins see admin accounts read-only. */
function UserEditor({ user, back }: { user: User | undefined; back: LinkTarget }) {
  const me = usePerson()
  const client = useQueryClient()
  const resolver = user ? forChange : forCreation
  const state = useEntityForm({ kind: 'user', stored: user, valuesOf, resolver, names, rows })
  const [handOver, setHandOver] = useState<ReactNode>()
  const shown = (link: PasswordLink, to: UserValues) =>
    new Promise<void>((close) =>
      setHandOver(<PasswordLinkDialog link={link} to={to} onClose={close} />),
    )
  const saving = useSave(state, {
    save: async (input, basedOn) => {
      const link = await saveUser(input, user?.id, basedOn)
      if (link) await shown(link, input)
      setHandOver(undefined)
      // The signed-in user may have edited themselves.
      client.invalidateQueries({ queryKey: profile.queryKey })
    },
    key: usersKey,
    nameOf: fullName,
    back,
  })
  const closed = user?.role === 'admin' && me.role !== 'admin'
  const action = user ? 'Update User' : 'Create User'
  return (
    <EditorFrame
      {...{ state, saving, back }}
      action={closed ? undefined : action}
      lost=" (except the password)"
    >
      {closed && <p className="notice">Only an admin can change an admin.</p>}
      <fieldset className={styles.fields} disabled={closed}>
        <UserFields form={state.form} user={user} me={me} />
      </fieldset>
      {handOver}
    </EditorFrame>
  )
}
