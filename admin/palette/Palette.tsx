import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { maxSearch } from '#api/core/http/contract/paging.ts'
import { rememberPlace } from '../lib/recent-places.ts'
import { Modal } from '../ui/dialog/Modal.tsx'
import styles from './Palette.module.css'
import { type Group, type Result, useResults } from './use-results.ts'

const optionId = (place: number) => `palette-${place}`

/** Finds people, jobs, screens, settings and actions (ARIA APG, combobox with a listbox popup). */
export default function Palette({
  onClose,
  onShortcuts,
}: {
  onClose: () => void
  onShortcuts: () => void
}) {
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const navigate = useNavigate()
  const { groups, busy, failed } = useResults(typed)
  const results = groups.flatMap((group) => group.results)
  const active = Math.min(place, results.length - 1)

  function choose(result: Result | undefined) {
    if (!result) return
    onClose()
    if (result.kind === 'command') {
      // After the dialog has given the focus back.
      setTimeout(result.run)
      return
    }
    const { label, detail, to, search = {}, hash = '' } = result
    rememberPlace({ label, detail, to, search, hash })
    navigate({ to, search, hash })
  }

  function onKeyDown(event: KeyboardEvent) {
    const count = results.length
    const places: Record<string, number> = {
      ArrowDown: (active + 1) % count,
      ArrowUp: (active - 1 + count) % count,
    }
    const next = places[event.key]
    if (next !== undefined && count) setPlace(next)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(results[active])
    else return
    event.preventDefault()
  }

  return (
    <Modal title="Search people, jobs, screens and settings" onClose={onClose}>
      <div className={styles.box}>
        <Search size={16} aria-hidden />
        <input
          className="input"
          role="combobox"
          aria-label="Search"
          aria-expanded={results.length > 0}
          aria-controls="palette-results"
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearch}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setPlace(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Results groups={groups} active={active} onChoose={choose} />
      <p className={`meta ${styles.state}`} role="status">
        {state(results.length, busy, failed)}
      </p>
      <button type="button" className="button quiet small" onClick={onShortcuts}>
        Keyboard shortcuts <kbd>?</kbd>
      </button>
    </Modal>
  )
}

function state(count: number, busy: boolean, failed: boolean) {
  if (failed) return "Couldn't search people and jobs. Please try again."
  if (busy) return 'Searching...'
  return count ? `${count} ${count === 1 ? 'result' : 'results'}` : 'Nothing found'
}

function Results({
  groups,
  active,
  onChoose,
}: {
  groups: Group[]
  active: number
  onChoose: (result: Result) => void
}) {
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])
  let place = -1
  return (
    <div className={styles.results} id="palette-results" role="listbox" aria-label="Results">
      {groups.map(({ title, results }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role
        <div key={title} role="group" aria-label={title} className={styles.group}>
          <div className={`meta ${styles.title}`} aria-hidden>
            {title}
          </div>
          {results.map((result) => {
            place += 1
            return (
              <Option
                key={place}
                place={place}
                result={result}
                selected={place === active}
                onChoose={() => onChoose(result)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

const Option = ({
  place,
  result: { kind, label, detail },
  selected,
  onChoose,
}: {
  place: number
  result: Result
  selected: boolean
  onChoose: () => void
}) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus
  // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles keys
  <div
    id={optionId(place)}
    role="option"
    aria-selected={selected}
    className={`between gap-4 ${styles.option}`}
    onPointerDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    <span className={styles.label}>{label}</span>
    {detail && (kind === 'command' ? <kbd>{detail}</kbd> : <span>{detail}</span>)}
  </div>
)
