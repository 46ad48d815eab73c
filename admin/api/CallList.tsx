import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import styles from './CallList.module.css'
import type { Call } from './description.ts'
import { Method } from './Method.tsx'
import { startId } from './Start.tsx'

/** Only the call that is shown is the current one, for all are at the same path. */
const byHash = { includeHash: true }

/** The calls to choose from, by tag, with a box that narrows them. */
export function CallList({
  calls,
  shown,
  q,
  onSearch,
}: {
  calls: readonly Call[]
  /** The id of the call on the right. */
  shown: string
  q: string
  onSearch: (q: string) => void
}) {
  const search = q ? { q } : {}
  const scroll = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another call is another place in the list
  useEffect(() => {
    scroll.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  const count = calls.length === 1 ? '1 call' : `${calls.length} calls`
  return (
    <nav className={styles.list} aria-label="Calls">
      <SearchBox
        q={q}
        onSearch={onSearch}
        label="Filter the calls"
        hint="Filter: jobs, PUT, resume"
      />
      <p className={styles.count} role="status">
        {q ? `${count} found` : count}
      </p>
      <div ref={scroll} className={styles.scroll}>
        <Link
          to="/api"
          hash={startId}
          search={search}
          className={styles.call}
          activeOptions={byHash}
          data-current={shown === startId || undefined}
        >
          <span className={styles.summary}>How to call it</span>
        </Link>
        {[...new Set(calls.map((call) => call.tag))].map((tag) => (
          <section key={tag} aria-labelledby={`tag-${tag.replaceAll(' ', '-')}`}>
            <h2 id={`tag-${tag.replaceAll(' ', '-')}`} className={styles.tag}>
              {tag}
            </h2>
            <ul>
              {calls
                .filter((call) => call.tag === tag)
                .map(({ id, method, path, summary }) => (
                  <li key={id}>
                    <Link
                      to="/api"
                      hash={id}
                      search={search}
                      className={styles.call}
                      activeOptions={byHash}
                      data-current={shown === id || undefined}
                    >
                      <span className={styles.summary}>{summary}</span>
                      <span className={styles.address}>
                        <Method>{method}</Method> <code>{path}</code>
                      </span>
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}
