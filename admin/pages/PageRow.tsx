import { ActiveBadge, Changed, Created, ListRow } from '../ui/list/ListRow.tsx'
import { atPage } from '../ui/list/PagedList.tsx'
import { NotLinked } from './NotLinked.tsx'
import { PageActions } from './PageActions.tsx'
import type { ListedPage } from './queries.ts'
import { Unfinished } from './Unfinished.tsx'

const isChanged = ({ created_at, updated_at }: ListedPage) => updated_at > created_at

/** `page` is the page number of the list. */
export const PageRow = ({ row, page }: { row: ListedPage; page: number }) => (
  <ListRow
    name={row.title}
    edit={atPage(`/pages/${row.id}/edit`, page)}
    badges={
      <ActiveBadge active={row.is_published}>
        {row.is_published ? 'Published' : 'Draft'}
      </ActiveBadge>
    }
    description={row.meta_description || 'No description'}
    facts={
      <>
        <li>/page/{row.slug}</li>
        <Created at={row.created_at} by={isChanged(row) ? null : row.changed_by} />
        {isChanged(row) && <Changed at={row.updated_at} by={row.changed_by} />}
      </>
    }
    actions={<PageActions row={row} page={page} />}
  >
    {row.is_published && <NotLinked id={row.id} />}
    <Unfinished id={row.id} />
  </ListRow>
)
