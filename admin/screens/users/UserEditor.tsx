import { Link } from '@tanstack/react-router'
import type { LinkTarget } from '../../lib/link-target.ts'
import { usePerson } from '../../lib/use-person.ts'
import type { User } from '../../lib/users.ts'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import styles from '../jobs/JobEditor.module.css'
import { UserConflict } from './UserConflict.tsx'
import { UserFields } from './UserFields.tsx'
import { useSaveUser } from './use-save-user.ts'
import { useUserForm } from './use-user-form.ts'

/** Creates a user, or changes `user`. An admin is only shown to whoever is none. */
export function UserEditor({ user, back }: { user?: User; back: LinkTarget }) {
  const me = usePerson()
  const state = useUserForm(user)
  const { form, isDirty, restored, startFrom, forgetDraft } = state
  const { submit, overwrite, loadCurrent, failure, conflict } = useSaveUser(state, user, back)
  const { isSubmitting } = form.formState
  const closed = user?.role === 'admin' && me.role !== 'admin'
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <UnsavedGuard dirty={isDirty} onDiscard={forgetDraft} />
      {closed && <p className="notice">Only an admin can change an admin.</p>}
      {restored && <Restored onDiscard={() => startFrom(user)} />}
      <fieldset className={styles.form} disabled={closed}>
        <UserFields form={form} user={user} me={me} />
      </fieldset>
      {conflict && (
        <UserConflict
          form={form}
          current={conflict}
          onOverwrite={overwrite}
          onLoadCurrent={loadCurrent}
        />
      )}
      {failure && (
        <div className="notice red" role="alert">
          <strong>{failure}</strong>
        </div>
      )}
      <div className={styles.foot}>
        <Link className="button" to={back.to} search={back.search ?? {}}>
          Cancel
        </Link>
        {!closed && (
          <button type="submit" className="button primary" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : user ? 'Update User' : 'Create User'}
          </button>
        )}
      </div>
    </form>
  )
}

const Restored = ({ onDiscard }: { onDiscard: () => void }) => (
  <div className={`notice ${styles.restored}`} role="status">
    <p>What you had typed here is back, but for the password. It is not saved yet.</p>
    <button type="button" className="button small" onClick={onDiscard}>
      Discard
    </button>
  </div>
)
