import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useRef } from 'react'
import { closePanel, Popover } from '../ui/popover/Popover.tsx'
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
  const panel = useRef<HTMLElement>(undefined)
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
  function load() {
    // Also after Retry, whose button goes.
    panel.current?.focus()
    // A failure leaves them unread: opening the panel again tries again.
    markShownRead().catch(() => {})
  }
  return (
    <Popover
      role="dialog"
      label="Notifications"
      className={styles.panel}
      button={(opens) => (
        <button
          {...opens}
          type="button"
          className={`button quiet ${styles.bell}`}
          aria-label={unread ? `Notifications, ${count} unread` : 'Notifications'}
        >
          <Bell size={18} strokeWidth={1.75} aria-hidden />
          {unread > 0 && <span className={styles.count}>{count}</span>}
        </button>
      )}
      onOpen={(opened) => {
        panel.current = opened
        load()
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        // Tab leads out of the panel.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) closePanel(currentTarget)
      }}
    >
      <h2>Notifications</h2>
      <Loaded query={{ data, error, refetch: load }} failed="Failed to load notifications" rows={3}>
        {({ notifications }) =>
          notifications.length ? (
            <NotificationDays
              notifications={notifications}
              onFollow={() => panel.current?.hidePopover()}
            />
          ) : (
            <p className={styles.none}>
              You're up to date. Mentions and other news for you appear here.
            </p>
          )
        }
      </Loaded>
    </Popover>
  )
}
