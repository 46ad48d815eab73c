import { Link } from '@tanstack/react-router'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Entry } from '../navigation.ts'
import { idOf, mainCategories, titleOfCategory } from './places.ts'
import styles from './SettingsFrame.module.css'

/** The categories on the screen of all settings, as it shows them. */
export const ShowCategories = createContext<(categories: string[], endSearch: () => void) => void>(
  () => {},
)

/** The settings, with a column that leads to their categories and to the screens beside them. */
export function SettingsFrame({
  path,
  places,
  children,
}: {
  path: string
  places: Entry[]
  children: ReactNode
}) {
  const [shown, setShown] = useState<string[]>()
  const endSearch = useRef<() => void>(null)
  const show = useCallback((categories: string[], end: () => void) => {
    setShown(categories)
    endSearch.current = end
  }, [])
  const current = useCurrentSection(shown)
  const strip = useRef<HTMLElement>(null)

  // On a small screen they are one row that scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when another one is current
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (link && strip.current)
      strip.current.scrollTo({ left: link.offsetLeft - strip.current.clientWidth / 3 })
  }, [current, path])

  function go(event: MouseEvent, id: string) {
    // Not a navigation: unsaved changes stay.
    event.preventDefault()
    // A search that found nothing has hidden it.
    if (!document.getElementById(id)?.checkVisibility()) flushSync(() => endSearch.current?.())
    const section = document.getElementById(id)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.frame}>
      <nav ref={strip} aria-label="Settings" className={styles.column}>
        <ul>
          {(shown ?? mainCategories).map((category) => {
            const id = idOf(category)
            return (
              <li key={id}>
                {path === '/settings' ? (
                  <a
                    href={`#${encodeURIComponent(id)}`}
                    aria-current={category === current ? 'true' : undefined}
                    onClick={(event) => go(event, id)}
                  >
                    {titleOfCategory(category)}
                  </a>
                ) : (
                  <Link to="/settings" hash={id} activeOptions={{ exact: true, includeHash: true }}>
                    {titleOfCategory(category)}
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
        <ul>
          {places.map(({ path: to, label, covers }) => (
            <li key={to}>
              <Link to={to} aria-current={covers.includes(path) ? 'true' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.screen}>
        <ShowCategories value={show}>{children}</ShowCategories>
      </div>
    </div>
  )
}

/** The category whose section is near the top of the window. */
function useCurrentSection(categories: string[] | undefined) {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    if (!categories) return
    const byId = new Map(categories.map((category) => [idOf(category), category]))
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) setCurrent(byId.get(target.id))
      },
      { rootMargin: '-20% 0px -75% 0px' },
    )
    for (const id of byId.keys()) {
      const section = document.getElementById(id)
      if (section) watch.observe(section)
    }
    return () => watch.disconnect()
  }, [categories])
  return current
}
