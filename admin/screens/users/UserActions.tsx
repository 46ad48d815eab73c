import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api, checked } from '../../lib/api.ts'
import { toast } from '../../lib/toasts.ts'
import { usePerson } from '../../lib/use-person.ts'
import { type User, usersKey } from '../../lib/users.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import styles from '../jobs/JobActions.module.css'

const nameOf = ({ first_name, last_name }: User) => `${first_name} ${last_name}`

export function UserActions({ user, page }: { user: User; page: number }) {
  const me = usePerson()
  const [deleting, setDeleting] = useState(false)
  return (
    <div className={styles.actions}>
      <Link
        className="button quiet small"
        to={`/users/${user.id}/edit`}
        search={page > 1 ? { page } : {}}
        aria-label={`Edit ${nameOf(user)}`}
      >
        Edit
      </Link>
      {user.role !== 'admin' && user.id !== me.id && (
        <button
          type="button"
          className={`button quiet small ${styles.delete}`}
          aria-label={`Delete ${nameOf(user)}`}
          onClick={() => setDeleting(true)}
        >
          Delete
        </button>
      )}
      {deleting && <DeleteUser user={user} onClose={() => setDeleting(false)} />}
    </div>
  )
}

function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()

  async function remove() {
    await checked(api.users[':id'].$delete({ param: { id: String(user.id) } })).catch((error) => {
      // Somebody else was faster.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    toast({ message: `“${nameOf(user)}” was deleted`, kind: 'done' })
    // The row takes the focus with it; the heading is where the list begins.
    onClose()
    await client.invalidateQueries({ queryKey: usersKey })
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  return (
    <Confirm
      title={`Delete “${nameOf(user)}”?`}
      message="Are you sure you want to delete this user?"
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
