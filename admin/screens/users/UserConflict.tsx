import { useEffect, useRef } from 'react'
import type { User } from '../../lib/users.ts'
import styles from '../jobs/JobEditor.module.css'
import { type UserFormState, type UserValues, valuesOf } from './use-user-form.ts'

const names = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  role: 'Role',
  is_active: 'Active',
  permissions: 'Permissions',
}

/** The fields that are not any more what the form started from. */
const changed = (before: Partial<UserValues>, current: User) =>
  (Object.keys(names) as (keyof typeof names)[])
    .filter((field) => String(before[field]) !== String(valuesOf(current)[field]))
    .map((field) => names[field])

/** Somebody else saved first: what they changed, and whose version it shall be. */
export function UserConflict({
  form,
  current,
  onOverwrite,
  onLoadCurrent,
}: {
  form: UserFormState
  current: User
  onOverwrite: () => void
  onLoadCurrent: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const theirs = changed(form.formState.defaultValues as Partial<UserValues>, current)
  return (
    <div className={`notice ${styles.conflict}`} role="alert" ref={box} tabIndex={-1}>
      <h2>Somebody else has changed this user since you opened it</h2>
      {theirs.length > 0 && <p>Changed in the meantime: {theirs.join(', ')}.</p>}
      <p>Nothing of yours is saved yet, and nothing is lost.</p>
      <div className={styles.choice}>
        <button type="button" className="button" onClick={onOverwrite}>
          Save my version over it
        </button>
        <button type="button" className="button" onClick={onLoadCurrent}>
          Load the current version
        </button>
      </div>
    </div>
  )
}
