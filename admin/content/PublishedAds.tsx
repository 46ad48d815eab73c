import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { complaint } from '../lib/api/api.ts'
import { formatDateTime } from '../lib/text/format.ts'
import { toast } from '../lib/toasts.ts'
import { Loaded } from '../ui/States.tsx'
import styles from './PublishedAds.module.css'
import { downloadPosting, type Posting, postingsQuery } from './queries.ts'

/** The ads of a job as visitors saw them, with their periods. Asked for once it is opened. */
export function PublishedAds({ id }: { id: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.fold} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <h2>Published as</h2>
      </summary>
      {isOpen && <List id={id} />}
    </details>
  )
}

function List({ id }: { id: number }) {
  const list = useQuery(postingsQuery(id))
  return (
    <div className={styles.list}>
      <p className="help">
        Each ad as visitors saw it, kept for good. Its hash (SHA-256) shows that nobody changed it.
      </p>
      <Loaded query={list} failed="Failed to load the published ads" rows={2}>
        {({ rows, total }) =>
          rows.length ? (
            <>
              <ul aria-label="Published ads">
                {rows.map((row) => (
                  <Row key={row.number} id={id} row={row} />
                ))}
              </ul>
              {total > rows.length && (
                <p className="note">{`The last ${rows.length} of ${total}. All are in the download on the Jobs screen.`}</p>
              )}
            </>
          ) : (
            <p>This job was not published yet.</p>
          )
        }
      </Loaded>
    </div>
  )
}

function Row({ id, row: { number, from, to, sha256 } }: { id: number; row: Posting }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadPosting(id, number),
    onError: (error) => toast({ message: complaint('The ad was not downloaded', error) }),
  })
  return (
    <li className={`between wrap ${styles.row}`}>
      <div>
        <p className="tabular">
          <time dateTime={from}>{formatDateTime(from)}</time>
          <span>{to ? ' – ' : ' until now'}</span>
          {to && <time dateTime={to}>{formatDateTime(to)}</time>}
        </p>
        <p className={`meta ${styles.hash}`}>{sha256}</p>
      </div>
      <button
        type="button"
        className="button quiet small"
        aria-label={`Download ad ${number}`}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        Download
      </button>
    </li>
  )
}
