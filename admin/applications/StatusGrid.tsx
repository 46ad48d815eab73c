import { useEffect, useRef } from 'react'
import { type ApplicationStatus, applicationStatuses } from '#api/applications/contract/status.ts'
import { fullName } from '#api/http/contract/text.ts'
import type { Application } from './queries.ts'
import { statusIcon, statusLabel, statusTone } from './StatusBadge.tsx'
import styles from './StatusGrid.module.css'
import { useSetStatus } from './use-set-status.ts'

export function StatusGrid({ application }: { application: Application }) {
  const setStatus = useSetStatus()
  const saving = setStatus.isPending ? setStatus.variables.status : undefined
  const pressed = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { status: current } = application
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status disables its button, which drops the focus
  useEffect(() => {
    if (pressed.current && !saving) heading.current?.focus({ preventScroll: true })
    pressed.current = Boolean(saving)
  }, [saving, current])
  return (
    <section className={styles.status} aria-labelledby="update-status">
      <h2 ref={heading} tabIndex={-1} id="update-status" className={styles.title}>
        Update Status
      </h2>
      <p className="visually-hidden" role="status">
        {setStatus.isSuccess && `${fullName(application)} moved to ${statusLabel[current]}`}
      </p>
      <div className={styles.grid}>
        {applicationStatuses.map((status) => (
          <Choice
            key={status}
            status={status}
            current={current === status}
            saving={saving === status}
            onSet={() => !setStatus.isPending && setStatus.mutate({ application, status })}
          />
        ))}
      </div>
    </section>
  )
}

function Choice({
  status,
  current,
  saving,
  onSet,
}: {
  status: ApplicationStatus
  current: boolean
  saving: boolean
  onSet: () => void
}) {
  const Icon = statusIcon[status]
  return (
    <button
      type="button"
      className={`button ${styles.choice} ${current ? styles[statusTone[status]] : ''}`}
      disabled={current && !saving}
      aria-disabled={saving || undefined}
      onClick={onSet}
    >
      <Icon size={16} aria-hidden /> {saving ? 'Updating...' : statusLabel[status]}
      {current && !saving && <span className="visually-hidden"> (current)</span>}
    </button>
  )
}
