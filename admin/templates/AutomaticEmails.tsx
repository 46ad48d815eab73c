import { useQuery } from '@tanstack/react-query'
import type { AutomaticRow } from '#api/core/templates/contract/automatic.ts'
import { formatDate } from '../lib/text/format.ts'
import { ListRow } from '../ui/list/ListRow.tsx'
import { RowActions } from '../ui/list/RowActions.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import styles from './AutomaticEmails.module.css'
import { aboutAutomatic } from './automatic-emails.ts'
import { automaticListQuery } from './queries.ts'

/** The emails that are sent without anyone writing them. */
export default function AutomaticEmails() {
  const emails = useQuery(automaticListQuery)
  return (
    <>
      <PageHeader
        title="Automatic Emails"
        description="Foyer sends these for you. You can change what they say."
      />
      <Loaded query={emails} failed="Failed to load the automatic emails" rows={5}>
        {(data) => (
          <ul className={styles.rows}>
            {data.map((email) => (
              <AutomaticEmail key={email.name} email={email} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

function AutomaticEmail({
  email: { name, subject, is_changed, updated_at },
}: {
  email: AutomaticRow
}) {
  const { label, when } = aboutAutomatic[name]
  const edit = { to: `/templates/automatic/${name}` }
  return (
    <ListRow
      name={label}
      edit={edit}
      badges={is_changed && <span className="badge">Changed</span>}
      description={when}
      facts={
        <>
          <li>{subject}</li>
          {updated_at && (
            <li>
              Changed <time dateTime={updated_at}>{formatDate(updated_at)}</time>
            </li>
          )}
        </>
      }
      actions={<RowActions name={label} edit={edit} />}
    />
  )
}
