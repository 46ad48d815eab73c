import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, checked, deleted } from '../../lib/api/api.ts'
import { sentence } from '../../lib/api/api-error.ts'
import { parseSearch, stringifySearch } from '../../lib/text/search-params.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { Loaded } from '../../ui/States.tsx'
import { type ApplicationFilters, toSearch } from '../filters.ts'
import styles from './SavedViews.module.css'
import { viewsQuery } from './views-query.ts'

type View = { id: number; name: string; query: string }

/** A button that opens one's saved views: to show, rename, delete, or save what is shown now. */
export function SavedViews({ filters }: { filters: ApplicationFilters }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        <Bookmark size={15} aria-hidden /> <span>Saved views</span>
      </button>
      {open && <Views filters={filters} onClose={() => setOpen(false)} />}
    </>
  )
}

function Views({ filters, onClose }: { filters: ApplicationFilters; onClose: () => void }) {
  const views = useQuery(viewsQuery)
  const query = stringifySearch(toSearch({ ...filters, page: 1 })).slice(1)
  const create = useChange((name: string) => checked(api.views.$post({ json: { name, query } })))
  return (
    <Modal title="Saved views" size="small" onClose={onClose}>
      <Loaded query={views} failed="Failed to load your views" rows={3}>
        {(data) =>
          data.length ? (
            <ul className={styles.views}>
              {data.map((view) => (
                <ViewRow key={view.id} view={view} onClose={onClose} />
              ))}
            </ul>
          ) : (
            <p className="help">You have no saved views yet.</p>
          )
        }
      </Loaded>
      <NameForm
        id="new-view"
        label="Save this view as"
        action="Save"
        error={create.error}
        onSubmit={(name, done) => create.mutate(name, { onSuccess: done })}
      />
    </Modal>
  )
}

/** Changes views on the server, then loads them again. */
function useChange<Given>(change: (given: Given) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
}

function ViewRow({ view, onClose }: { view: View; onClose: () => void }) {
  const [renaming, setRenaming] = useState(false)
  const param = { id: String(view.id) }
  const rename = useChange((name: string) =>
    checked(api.views[':id'].$put({ param, json: { name } })),
  )
  const remove = useChange(() => deleted(api.views[':id'].$delete({ param })))
  if (renaming)
    return (
      <li>
        <NameForm
          id={`view-${view.id}`}
          label={`New name of ${view.name}`}
          name={view.name}
          action="Rename"
          error={rename.error}
          onSubmit={(name) => rename.mutate(name, { onSuccess: () => setRenaming(false) })}
        />
      </li>
    )
  return (
    <li className={`row wrap gap-1 ${styles.view}`}>
      <Link to="/applications" search={parseSearch(view.query)} onClick={onClose}>
        {view.name}
      </Link>
      <button
        type="button"
        className="button quiet small"
        aria-label={`Rename ${view.name}`}
        onClick={() => setRenaming(true)}
      >
        Rename
      </button>
      <button
        type="button"
        className="button quiet small"
        aria-label={`Delete ${view.name}`}
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
