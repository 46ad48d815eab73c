import { useState } from 'react'
import { holdsAllOf } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { atPage } from '../ui/list/PagedList.tsx'
import { RowActions } from '../ui/list/RowActions.tsx'
import { deleteUser, type User, usersKey } from './queries.ts'

export function UserActions({ user, page }: { user: User; page: number }) {
  const me = usePerson()
  const [deleting, setDeleting] = useState(false)
  const mayDelete = user.role !== 'admin' && user.id !== me.id && holdsAllOf(me, user)
  return (
    <RowActions
      name={fullName(user)}
      edit={atPage(`/users/${user.id}/edit`, page)}
      onDelete={mayDelete && (() => setDeleting(true))}
    >
      {deleting && (
        <DeleteRow
          name={fullName(user)}
          thing="user"
          send={() => deleteUser(user.id)}
          queries={usersKey}
          onClose={() => setDeleting(false)}
        />
      )}
    </RowActions>
  )
}
