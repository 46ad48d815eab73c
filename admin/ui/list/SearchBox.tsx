import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { maxSearch } from '#api/core/http/contract/paging.ts'
import { useCommands } from '../../lib/commands.ts'
import styles from './SearchBox.module.css'

const pause = 250

/** Searches after a pause in typing, or at once on Enter. `hint` names the searched fields. */
export function SearchBox({
  q,
  onSearch,
  label,
  hint,
  max = maxSearch,
}: {
  q: string
  onSearch: (q: string) => void
  label: string
  hint: string
  /** In characters. */
  max?: number
}) {
  const [typed, setTyped] = useState(q)
  const sent = useRef(q)
  const field = useRef<HTMLInputElement>(null)
  useCommands([{ key: '/', label, run: () => field.current?.focus() }])

  // Follows the URL when Back or clearing the filters changes it.
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setTyped(q)
  }, [q])

  const send = (text: string) => {
    const words = text.trim().slice(0, max)
    if (words === sent.current) return
    sent.current = words
    onSearch(words)
  }
  const sendTyped = useEffectEvent(() => send(typed))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the timer
  useEffect(() => {
    const timer = setTimeout(sendTyped, pause)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <search className={styles.search}>
      <Search size={16} aria-hidden />
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={label}
        placeholder={hint}
        value={typed}
        maxLength={max}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') send(currentTarget.value)
          // The browser's Escape empties it first.
          if (key === 'Escape' && !typed)
            document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
        }}
      />
    </search>
  )
}
