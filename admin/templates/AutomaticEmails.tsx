import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDate } from '../lib/text/format.ts'
import { ListRow } from '../ui/list/ListRow.tsx'
import { RowActions } from '../ui/list/RowActions.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import styles from './AutomaticEmails.module.css'
import { aboutAutomatic } from './automatic-emails.ts'
import { automaticListQuery } from './queries.ts'

/** The emails that are sent without anyone writing them. */
export function AutomaticEmails() {
  const titleId = useId()
  const { data, error, refetch } = useQuery(automaticListQuery)
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <h2 id={titleId}>Automatic emails</h2>
      <p className={styles.description}>Foyer sends these for you. You can change what they say.</p>
      {error && !data && (
        <Failed message="Failed to load the automatic emails" error={error} onRetry={refetch} />
      )}
      {!error && !data && <Loading rows={5} />}
      <ul className={styles.rows}>
        {data?.map(({ name, subject, is_changed, updated_at }) => {
          const { label, when } = aboutAutomatic[name]
          const edit = { to: `/templates/automatic/${name}` }
          return (
            <ListRow
              key={name}
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
        })}
      </ul>
    </section>
  )
}
