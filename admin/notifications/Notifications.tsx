import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react'
import { placePanel } from '../ui/place-panel.ts'
import { Loaded } from '../ui/States.tsx'
import { NotificationDays } from './NotificationDays.tsx'
import styles from './Notifications.module.css'
import { markNotificationsRead, type NotificationList, notificationsQuery } from './queries.ts'

/** The server lists no more. */
const maxListed = 50

/** A bell with the number of unread notifications; its panel lists them and marks them as read. */
export function Notifications() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(notificationsQuery)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLElement>(null)
  const unread = data?.unread ?? 0
  const count = unread < maxListed ? String(unread) : `${maxListed}+`

  async function markShownRead() {
    const [latest] = (await refetch()).data?.notifications ?? []
    if (!latest) return
    await markNotificationsRead(latest.at)
    // Those that were new keep their dot while the panel is open.
    client.setQueryData<NotificationList>(
      notificationsQuery.queryKey,
      (list) => list && { ...list, unread: 0 },
    )
  }
  function toggle(event: MouseEvent<HTMLButtonElement>) {
    // As in MoreActions: the browser's own toggle would lose keys typed before its event.
    event.preventDefault()
    if (!panel.current?.togglePopover()) return
    placePanel(panel.current, event.currentTarget)
    load()
  }
  function load() {
    // Also after Retry, whose button goes.
    panel.current?.focus()
    // A failure leaves them unread: opening the panel again tries again.
    markShownRead().catch(() => {})
  }
  const close = () => panel.current?.hidePopover()
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`button quiet ${styles.bell}`}
        aria-label={unread ? `Notifications, ${count} unread` : 'Notifications'}
        aria-haspopup="dialog"
        popoverTarget={id}
        onClick={toggle}
      >
        <Bell size={18} strokeWidth={1.75} aria-hidden />
        {unread > 0 && <span className={styles.count}>{count}</span>}
      </button>
      <section
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-labelledby={`${id}-title`}
        className={styles.panel}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget, currentTarget }) => {
          // Tab leads out of the panel.
          if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
        }}
      >
        <h2 id={`${id}-title`}>Notifications</h2>
        <Loaded
          query={{ data, error, refetch: load }}
          failed="Failed to load notifications"
          rows={3}
        >
          {({ notifications }) =>
            notifications.length ? (
              <NotificationDays notifications={notifications} onFollow={close} />
            ) : (
              <p className={styles.none}>
                You're up to date. Mentions and other news for you appear here.
              </p>
            )
          }
        </Loaded>
      </section>
    </>
  )
}
