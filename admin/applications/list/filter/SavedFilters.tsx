import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, checked, deleted } from '../../../lib/api/api.ts'
import { sentence } from '../../../lib/api/api-error.ts'
import { stringifySearch } from '../../../lib/text/search-params.ts'
import { Modal } from '../../../ui/dialog/Modal.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { type ApplicationFilters, toSearch } from '../../filters.ts'
import styles from './SavedFilters.module.css'
import { linkToSaved, type SavedFilter, savedFiltersQuery } from './saved-filters.ts'

/** Everybody has this one. */
const pool = { name: 'Kept for later', query: 'keep=true&withdrawn=false&sort=kept_until' }

/** Offered until they are saved or others are. */
const suggestions: Omit<SavedFilter, 'id'>[] = [
  { name: 'Decided yesterday', query: 'decided_from=yesterday&decided_to=yesterday' },
  {
    name: 'Shortlisted, not notified yet (last 30 days)',
    query: 'status=shortlisted&waiting=true',
  },
]

/** A button that opens one's saved filters: to show, rename, delete, or save what is shown now. */
export function SavedFilters({ filters }: { filters: ApplicationFilters }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        <Bookmark size={15} aria-hidden /> <span>Saved filters</span>
      </button>
      {open && <Saved filters={filters} onClose={() => setOpen(false)} />}
    </>
  )
}

function Saved({ filters, onClose }: { filters: ApplicationFilters; onClose: () => void }) {
  const saved = useQuery(savedFiltersQuery)
  const query = stringifySearch(toSearch({ ...filters, page: 1 })).slice(1)
  const create = useChange((name: string) => checked(api.views.$post({ json: { name, query } })))
  return (
    <Modal title="Saved filters" size="small" onClose={onClose}>
      <ul className={styles.views}>
        <li className={`row ${styles.view}`}>
          <Link {...linkToSaved(pool)} onClick={onClose}>
            {pool.name}
          </Link>
        </li>
      </ul>
      <Loaded query={saved} failed="Failed to load your saved filters" rows={3}>
        {(data) =>
          data.length ? (
            <ul className={styles.views}>
              {data.map((one) => (
                <SavedRow key={one.id} saved={one} onClose={onClose} />
              ))}
            </ul>
          ) : (
            <>
              <p className="help">You have no saved filters yet. You could begin with:</p>
              <ul className={styles.views}>
                {suggestions.map((one) => (
                  <li key={one.name} className={`row ${styles.view}`}>
                    <Link {...linkToSaved(one)} onClick={onClose}>
                      {one.name}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <NameForm
        id="new-view"
        label="Save these filters as"
        action="Save"
        error={create.error}
        onSubmit={(name, done) => create.mutate(name, { onSuccess: done })}
      />
    </Modal>
  )
}

/** Changes saved filters on the server, then loads them again. */
function useChange<Given>(change: (given: Given) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries(savedFiltersQuery),
  })
}

function SavedRow({ saved, onClose }: { saved: SavedFilter; onClose: () => void }) {
  const [renaming, setRenaming] = useState(false)
  const param = { id: String(saved.id) }
  const rename = useChange((name: string) =>
    checked(api.views[':id'].$put({ param, json: { name } })),
  )
  const remove = useChange(() => deleted(api.views[':id'].$delete({ param })))
  if (renaming)
    return (
      <li>
        <NameForm
          id={`view-${saved.id}`}
          label={`New name of ${saved.name}`}
          name={saved.name}
          action="Rename"
          error={rename.error}
          onSubmit={(name) => rename.mutate(name, { onSuccess: () => setRenaming(false) })}
        />
      </li>
    )
  return (
    <li className={`row wrap gap-1 ${styles.view}`}>
      <Link {...linkToSaved(saved)} onClick={onClose}>
        {saved.name}
      </Link>
      <button
        type="button"
        className="button quiet small"
        aria-label={`Rename ${saved.name}`}
        onClick={() => setRenaming(true)}
      >
        Rename
      </button>
      <button
        type="button"
        className="button quiet small"
        aria-label={`Delete ${saved.name}`}
        onClick={() => remove.mutate(undefined)}
      >
        Delete
      </button>
      {remove.error && <p className="error">{sentence(remove.error, 'Please try again.')}</p>}
    </li>
  )
}

function NameForm({
  id,
  label,
  name = '',
  action,
  error,
  onSubmit,
}: {
  id: string
  label: string
  name?: string
  action: string
  error: Error | null
  onSubmit: (name: string, done: () => void) => void
}) {
  const [typed, setTyped] = useState(name)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(typed, () => setTyped(''))
  }
  return (
    <form className={`line ${styles.form}`} onSubmit={submit}>
      <Field
        label={label}
        htmlFor={id}
        error={error ? sentence(error, 'Please try again.') : undefined}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={60}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <button type="submit" className="button">
        {action}
      </button>
    </form>
  )
}
