import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDate } from '../lib/text/format.ts'
import { ListRow } from '../ui/list/ListRow.tsx'
import { RowActions } from '../ui/list/RowActions.tsx'
import { Loaded } from '../ui/States.tsx'
import styles from './AutomaticEmails.module.css'
import { aboutAutomatic } from './automatic-emails.ts'
import { automaticListQuery } from './queries.ts'

/** The emails that are sent without anyone writing them. */
export function AutomaticEmails() {
  const titleId = useId()
  const emails = useQuery(automaticListQuery)
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <h2 id={titleId}>Automatic emails</h2>
      <p className={styles.description}>Foyer sends these for you. You can change what they say.</p>
      <Loaded query={emails} failed="Failed to load the automatic emails" rows={5}>
        {(data) => (
          <ul className={styles.rows}>
            {data.map(({ name, subject, is_changed, updated_at }) => {
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
        )}
      </Loaded>
    </section>
  )
}
