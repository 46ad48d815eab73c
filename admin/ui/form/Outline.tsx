import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './Outline.module.css'

/** A part of a long form, which the outline links to. */
export const FormPart = ({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) => (
  <section className={`stack gap-5 ${styles.part}`} aria-labelledby={id}>
    <h2 id={id} tabIndex={-1} className={styles.title}>
      {title}
    </h2>
    {children}
  </section>
)

/**
 * The part that was opened, while its heading is in view; else the last one whose heading is in the
 * upper third of the window, and at the end of the page the last one.
 */
function partInView(ids: string[]) {
  const opened = ids.find((id) => document.activeElement?.id === id)
  const top = document.activeElement?.getBoundingClientRect().top ?? 0
  if (opened && top >= 0 && top < innerHeight) return opened
  const { scrollHeight, scrollTop, clientHeight } = document.documentElement
  if (scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2) return ids.at(-1)
  const started = (id: string) =>
    (document.getElementById(id)?.getBoundingClientRect().top ?? 0) < innerHeight / 3
  return ids.findLast(started) ?? ids[0]
}

type Part = { id: string; title: string }

/**
 * Links to the parts of a form; stays in view and marks the part that is. `panels` replace the form
 * while they are open.
 */
export function Outline({
  parts,
  panels = [],
  panel,
  onPanel = () => {},
}: {
  parts: readonly Part[]
  panels?: readonly Part[]
  /** The id of the open panel. */
  panel?: string | undefined
  /** Opens a panel, or the form; its heading gets the focus afterwards. */
  onPanel?: (id: string | undefined) => void
}) {
  const [inView, setInView] = useState(parts[0]?.id)
  const ids = parts.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (panel) return
    const look = () => setInView(partInView(ids.split(' ')))
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('scroll', look, { passive: true, signal })
    addEventListener('resize', look, { signal })
    look()
    return () => controller.abort()
  }, [ids, panel])
  const current = panel ?? inView
  const nav = useRef<HTMLElement>(null)
  // On a small screen the links are a row that scrolls.
  useEffect(() => {
    const row = nav.current?.getBoundingClientRect()
    const link = nav.current?.querySelector(`[href="#${current}"]`)?.getBoundingClientRect()
    if (row && link) nav.current?.scrollBy(link.x + link.width / 2 - row.x - row.width / 2, 0)
  }, [current])

  function open(event: MouseEvent, id: string) {
    event.preventDefault()
    const opened = panels.some((one) => one.id === id) ? id : undefined
    if (opened !== panel) flushSync(() => onPanel(opened))
    const heading = document.getElementById(id)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView()
    if (!opened) setInView(id)
  }
  return (
    <nav ref={nav} className={`line gap-1 ${styles.outline}`} aria-label="Parts of this form">
      {[...parts, ...panels].map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => open(event, id)}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
