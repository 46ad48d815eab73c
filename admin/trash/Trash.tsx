import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { trashDays } from '#api/website/content/contract.ts'
import { putBack, thingOf } from '../content/queries.ts'
import { complaint, isConflict } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { formatDate } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { Field } from '../ui/form/Field.tsx'
import { ListRow } from '../ui/list/ListRow.tsx'
import { PagedList, usePageNumber } from '../ui/list/PagedList.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { Moment } from '../ui/Moment.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty } from '../ui/States.tsx'
import { type Deleted, trashKey, trashListQuery } from './queries.ts'

const kinds = { page: 'Page', job: 'Job' } as const

export default function Trash() {
  const page = usePageNumber()
  const list = useQuery(trashListQuery(page))
  return (
    <>
      <PageHeader
        title="Deleted Pages and Jobs"
        description={`They can be put back for ${trashDays} days.`}
      />
      <PagedList
        path="/trash"
        page={page}
        list={list}
        failed="Failed to load what was deleted"
        empty={
          <Empty icon={Trash2} title="Nothing was deleted">
            Pages and jobs that somebody deletes are here for {trashDays} days.
          </Empty>
        }
      >
        {(row) => <DeletedRow key={`${row.kind}-${row.id}`} row={row} />}
      </PagedList>
    </>
  )
}

/** The row with the focus is leaving the list. */
const focusHeading = () => document.querySelector('h1')?.focus({ preventScroll: true })

function DeletedRow({ row }: { row: Deleted }) {
  const { kind, id, title, deleted_at, deleted_by, kept_until } = row
  const client = useQueryClient()
  const [isTaken, setIsTaken] = useState(false)

  const restore = useOnce(async () => {
    try {
      await putBack(kind, id)
      toast({ message: `“${title}” is back`, kind: 'done' })
      focusHeading()
    } catch (error) {
      if (kind === 'page' && isConflict(error)) return setIsTaken(true)
      toast({ message: complaint(`“${title}” was not put back`, error) })
    }
    await refresh()
  })
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: trashKey }),
      client.invalidateQueries({ queryKey: thingOf[kind].key }),
    ])
  return (
    <ListRow
      name={title}
      badges={<span className="badge">{kinds[kind]}</span>}
      facts={
        <>
          <li>
            Deleted <Moment at={deleted_at} />
            {deleted_by && <span>{` by ${deleted_by}`}</span>}
          </li>
          <li>
            Kept until <time dateTime={kept_until}>{formatDate(kept_until)}</time>
          </li>
        </>
      }
      actions={
        <RowActions name={title}>
          <RowAction name={title} word="Put back" onClick={() => restore()} />
          {isTaken && (
            <OtherSlug row={row} onClose={() => setIsTaken(false)} onDone={() => refresh()} />
          )}
        </RowActions>
      }
    />
  )
}

/** Another page has taken the address since. */
function OtherSlug({
  row: { id, title },
  onClose,
  onDone,
}: {
  row: Deleted
  onClose: () => void
  onDone: () => unknown
}) {
  const [slug, setSlug] = useState('')
  return (
    <Confirm
      title={`Put “${title}” back`}
      message={
        <Field
          label="New address"
          htmlFor="new-slug"
          help="Another page has its address now. Lower-case letters, numbers and hyphens only."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              value={slug}
              autoComplete="off"
              onChange={({ target }) => setSlug(target.value)}
            />
          )}
        </Field>
      }
      action="Put back"
      danger={false}
      onConfirm={async () => {
        if (!slug.trim()) throw new ApiError(400, { error: 'Type a new address' })
        await putBack('page', id, slug.trim())
        toast({ message: `“${title}” is back`, kind: 'done' })
        await onDone()
        focusHeading()
      }}
      onClose={onClose}
    />
  )
}
