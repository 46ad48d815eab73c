import { ListedTranslations } from '../content/Translations.tsx'
import type { ListedPage } from '../menus/pages.ts'
import { ActiveBadge, Changed, Created, ListRow } from '../ui/list/ListRow.tsx'
import { atPage } from '../ui/list/PagedList.tsx'
import { Moment } from '../ui/Moment.tsx'
import { NotLinked } from './NotLinked.tsx'
import { PageActions } from './PageActions.tsx'
import { Unfinished } from './Unfinished.tsx'

const isChanged = ({ created_at, updated_at }: ListedPage) => updated_at > created_at

const Scheduled = ({ word, at }: { word: string; at: string }) => (
  <span className="badge">
    {word} <Moment at={at} />
  </span>
)

/** `page` is the page number of the list. */
export const PageRow = ({ row, page }: { row: ListedPage; page: number }) => (
  <ListRow
    name={row.title}
    edit={atPage(`/pages/${row.id}/edit`, page)}
    badges={
      <>
        <ActiveBadge active={row.is_published}>
          {row.is_published ? 'Published' : 'Draft'}
        </ActiveBadge>
        {row.has_draft && <span className="badge">unpublished changes</span>}
        {row.publish_at && <Scheduled word="Publishes" at={row.publish_at} />}
        {row.unpublish_at && <Scheduled word="Unpublishes" at={row.unpublish_at} />}
      </>
    }
    description={row.meta_description || 'No description'}
    facts={
      <>
        <li>/page/{row.slug}</li>
        <Created at={row.created_at} by={isChanged(row) ? null : row.changed_by} />
        {isChanged(row) && <Changed at={row.updated_at} by={row.changed_by} />}
        <ListedTranslations kind="page" row={row} />
      </>
    }
    actions={<PageActions row={row} page={page} />}
  >
    {row.is_published && <NotLinked id={row.id} />}
    <Unfinished id={row.id} />
  </ListRow>
)
