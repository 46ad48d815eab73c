import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { LinkTarget } from '../../lib/link-target.ts'
import { formatCount } from '../../lib/text/format.ts'
import styles from './Tabs.module.css'

type Tab = LinkTarget & {
  label: string
  /** As shown; 'loading' reserves its place. */
  count?: number | string
  current: boolean
}

/** Scrolls to the current tab where the tabs are wider than the screen. */
function showCurrent(nav: HTMLElement | null) {
  const tab = nav?.querySelector<HTMLElement>('[data-current]')
  if (tab) nav?.scrollTo({ left: tab.offsetLeft - nav.clientWidth / 2 + tab.offsetWidth / 2 })
}

/** Tabs that filter a list, as links: the current tab is in the URL. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  const current = tabs.findIndex((tab) => tab.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when the current tab changes
  useEffect(() => showCurrent(nav.current), [current])
  return (
    <nav ref={nav} className={`line gap-5 ${styles.tabs}`} aria-label={label}>
      {tabs.map(({ label, to, search, count, current }) => (
        <Link
          key={label}
          className={`line soft ${styles.tab}`}
          to={to}
          search={search ?? {}}
          resetScroll={false}
          data-current={current || undefined}
          aria-current={current ? 'true' : undefined}
        >
          {label}
          {count !== undefined && (
            <span className={`meta tabular ${styles.count}`}>
              {count === 'loading'
                ? '\u00A0'
                : typeof count === 'number'
                  ? formatCount(count)
                  : count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
