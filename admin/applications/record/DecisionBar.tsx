import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import { deviceChoice } from '../../lib/device-choice.ts'
import { formatCount } from '../../lib/text/format.ts'
import { Consequence } from '../notify/Consequence.tsx'
import type { Application } from '../queries.ts'
import styles from './DecisionBar.module.css'
import { StatusGrid } from './StatusGrid.tsx'
import type { Neighbors } from './use-neighbors.ts'

/** Whether a decision leads to the next application of the list. */
export const nextAfterDecision = deviceChoice('nextAfterDecision', false)

/** Keeps --bar-height at the bar's height, for what stays below it. */
function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!bar.current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--bar-height', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`)
    })
    observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--bar-height')
    }
  }, [])
  return bar
}

/** The decision, and the way to the next application: in reach however far one has scrolled. */
export function DecisionBar({
  application,
  saving,
  tell,
  neighbors,
  isLeaving,
  onSet,
  children,
}: {
  application: Application
  saving: ApplicationStatus | undefined
  tell: Tell | undefined
  neighbors: Neighbors
  /** Whether the next application is loading. */
  isLeaving: boolean
  onSet: (status: ApplicationStatus) => void
  /** Whether the candidate is told. */
  children: ReactNode
}) {
  const bar = useBarHeight()
  const [previewed, setPreviewed] = useState<ApplicationStatus>()
  return (
    <div ref={bar} className={`between wrap ${styles.bar}`}>
      <StatusGrid
        key={application.id}
        current={application.status}
        saving={saving}
        inert={isLeaving}
        onSet={onSet}
        onPreview={setPreviewed}
      >
        {children}
        <Consequence application={application} tell={tell} status={previewed} />
      </StatusGrid>
      {neighbors.position && <Steps neighbors={neighbors} />}
    </div>
  )
}

function Steps({ neighbors }: { neighbors: Neighbors }) {
  const { previous, next, position = 0, total = 0 } = neighbors
  const isOn = nextAfterDecision.use()
  return (
    <div className={styles.steps}>
      <label className={`row note ${styles.choice}`}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => nextAfterDecision.set(event.target.checked)}
        />
        Next after a decision
      </label>
      <nav className={styles.neighbors} aria-label="Applications of the list" data-keeps-focus>
        <Step id={previous} label="Previous application" shortcut="K" icon={ChevronLeft} />
        <span className={`meta tabular ${styles.position}`}>
          {formatCount(position)} of {formatCount(total)}
        </span>
        <Step id={next} label="Next application" shortcut="J" icon={ChevronRight} />
      </nav>
    </div>
  )
}

function Step({
  id,
  label,
  shortcut,
  icon: Icon,
}: {
  id: number | undefined
  label: string
  shortcut: string
  icon: LucideIcon
}) {
  return (
    <Link
      className={`button ${styles.step}`}
      to="/applications/$id"
      params={{ id: String(id) }}
      // At the end of the list, a link without href (HTML, 4.6.2) that keeps the focus.
      disabled={!id}
      tabIndex={0}
      aria-label={label}
      aria-keyshortcuts={shortcut}
    >
      <Icon size={18} aria-hidden />
    </Link>
  )
}
