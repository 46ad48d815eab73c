import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxJobsInFeed } from '#api/website/jobs/contract/feed.ts'
import { useCopy } from '../../lib/hooks/use-copy.ts'
import { CopyButton, CopyStatus } from '../../ui/CopyButton.tsx'
import { LinkField } from '../../ui/form/LinkField.tsx'
import { listedJobsQuery } from '../queries.ts'
import styles from './EmbedJobs.module.css'

/** Boards by the name that their visitors come with; docs/boards.md says what each asks for. */
const boards = [
  { source: '', name: 'Any board' },
  { source: 'indeed', name: 'Indeed' },
  { source: 'linkedin', name: 'LinkedIn' },
  { source: 'adzuna', name: 'Adzuna' },
  { source: 'vonq', name: 'VONQ' },
]

/** The address of the feed for job boards, with a Copy button. */
export function FeedAddresses({ site }: { site: string }) {
  const [source, setSource] = useState('')
  const { data: listed = 0 } = useQuery(listedJobsQuery)
  const url = `${site}/jobs.xml${source ? `?source=${source}` : ''}`
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(url, 'address')
  return (
    <section aria-labelledby="embed-boards">
      <h2 id="embed-boards">Job boards</h2>
      <div className={`stack gap-3 ${styles.boards}`}>
        <p className={styles.note}>
          Boards that read job feeds find all listed jobs at this address, always as they are now.
          With a board chosen, links name it, so that Visits and Reports show who came from there.
        </p>
        {listed > maxJobsInFeed && (
          <p className="notice">
            {`The feed has the newest ${maxJobsInFeed.toLocaleString('en')} of your ${listed.toLocaleString('en')} listed jobs. Boards don’t get the others.`}
          </p>
        )}
        <div className="field">
          <label htmlFor="board">Board</label>
          <select
            id="board"
            className="input"
            value={source}
            onChange={(event) => setSource(event.target.value)}
          >
            {boards.map((board) => (
              <option key={board.source} value={board.source}>
                {board.name}
              </option>
            ))}
          </select>
        </div>
        <LinkField id="board-feed" label="Address of the feed" url={url} field={field} />
        <div className="row wrap gap-3">
          <CopyButton label="Copy Address" isCopied={isCopied} onCopy={copy} />
          <CopyStatus said={said} isCopied={isCopied} />
        </div>
      </div>
    </section>
  )
}
