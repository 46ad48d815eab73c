import { type ReactNode, useEffect, useRef } from 'react'
import type { ApplicationStatus } from '#api/hiring/applications/contract/status.ts'
import { deviceChoice } from '../../lib/device-choice.ts'
import styles from './DecisionBar.module.css'
import { StatusGrid } from './StatusGrid.tsx'

/** Whether a decision leads to the next application of the list. */
export const nextAfterDecision = deviceChoice('nextAfterDecision', false)

/** Keeps --bar-height at the bar's height, for what stays above it. */
function useBarHeight() {
  const bar = useRef<HTMLElement>(null)
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

/** The decision and what it sends, in reach however far one has scrolled. */
export function DecisionBar({
  current,
  saving,
  isLeaving,
  onSet,
  onPreview,
  step,
  children,
  goesOn,
}: {
  current: ApplicationStatus
  /** The status that is being saved. */
  saving: ApplicationStatus | undefined
  /** Whether the next application is loading. */
  isLeaving: boolean
  onSet: (status: ApplicationStatus) => void
  /** Called with the status that is pointed at or focused. */
  onPreview: (status: ApplicationStatus | undefined) => void
  step: ReactNode
  /** What a decision will send. */
  children: ReactNode
  /** Whether to offer to go on after a decision. */
  goesOn: boolean
}) {
  return (
    <section ref={useBarHeight()} className={styles.place} aria-labelledby="update-status">
      <div className={styles.bar}>
        <h2 id="update-status" className={styles.title}>
          Update Status
        </h2>
        <div className={styles.choices} inert={isLeaving}>
          <StatusGrid {...{ current, saving, onSet, onPreview }} />
          {step}
        </div>
        <div className={styles.sentence} inert={isLeaving}>
          {children}
        </div>
        {goesOn && <GoOn />}
      </div>
    </section>
  )
}

function GoOn() {
  const isOn = nextAfterDecision.use()
  return (
    <label className={`row note ${styles.next}`}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => nextAfterDecision.set(event.target.checked)}
      />
      Go to next after deciding
    </label>
  )
}
