import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { type Category, idOf } from './categories.ts'
import styles from './Settings.module.css'

/** Links to the categories; the one being read is marked. */
export function Categories({ categories }: { categories: Category[] }) {
  const ids = categories.map(({ category }) => idOf(category)).join(' ')
  const current = useCurrentSection(ids)
  const strip = useRef<HTMLElement>(null)

  // On a small screen they are one row that scrolls sideways.
  useEffect(() => {
    const link = current && strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (link && strip.current)
      strip.current.scrollTo({ left: link.offsetLeft - strip.current.clientWidth / 3 })
  }, [current])

  function go(event: MouseEvent, id: string) {
    // Not a navigation: unsaved changes stay.
    event.preventDefault()
    const section = document.getElementById(id)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }
  return (
    <nav ref={strip} aria-label="Categories" className={styles.categories}>
      <ul>
        {categories.map(({ category, title }) => {
          const id = idOf(category)
          return (
            <li key={id}>
              <a
                href={`#${encodeURIComponent(id)}`}
                aria-current={id === current ? 'true' : undefined}
                onClick={(event) => go(event, id)}
              >
                {title}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The id of the section near the top of the window; `ids` are separated by spaces. */
function useCurrentSection(ids: string) {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setCurrent(target.id)
      },
      { rootMargin: '-20% 0px -75% 0px' },
    )
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id)
      if (section) watch.observe(section)
    }
    return () => watch.disconnect()
  }, [ids])
  return current
}
