import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { type MenuName, menuNames } from '#api/website/menus/contract.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { type ListedPage, unlinkedQuery } from '../menus/pages.ts'
import { addToMenu, menuPlaces } from './add-to-menu.ts'
import styles from './NotLinked.module.css'

const sentence = "Not linked from anywhere, so visitors won't find it."

/** Says in the list that no menu or text links to a published page. */
export function NotLinked({ id }: { id: number }) {
  const { data } = useQuery(unlinkedQuery)
  return data?.includes(id) ? <p className="help">{sentence}</p> : null
}

/** The same in the form, with an offer to add it to a menu. */
export function NotLinkedNotice({ page }: { page: Pick<ListedPage, 'id' | 'title'> }) {
  const { data } = useQuery(unlinkedQuery)
  return data?.includes(page.id) ? <Offer page={page} /> : null
}

function Offer({ page }: { page: Pick<ListedPage, 'id' | 'title'> }) {
  const add = useOnce((name: MenuName) => addToMenu(page, name))
  const notice = useRef<HTMLDivElement>(null)
  // The notice disappears once used; focus moves to the form's first field.
  useLayoutEffect(() => {
    const box = notice.current
    const around = box?.parentElement
    return () => {
      if (!box?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          around?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <div ref={notice} className={`row wrap note ${styles.notice}`}>
      <p>{sentence}</p>
      {menuNames.map((name) => (
        <button
          key={name}
          type="button"
          className="button small"
          aria-label={`${menuPlaces[name].action}: ${page.title}`}
          onClick={() => add(name)}
        >
          {menuPlaces[name].action}
        </button>
      ))}
    </div>
  )
}
