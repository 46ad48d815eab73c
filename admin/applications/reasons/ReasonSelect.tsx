import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Tell } from '#api/hiring/applications/contract/status.ts'
import { complaint } from '../../lib/api/api.ts'
import { singleKeys } from '../../lib/commands.ts'
import { toast } from '../../lib/toasts.ts'
import { reasonsQuery } from '../../rejection-reasons/queries.ts'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'
import { saveApplication } from '../status/save-application.ts'
import styles from './ReasonSelect.module.css'

const reasonSelectId = 'reason-select'

/**
 * Why a rejected application was rejected; nothing while the company has no reasons. The email about
 * the rejection becomes that of the reason, while it has not left.
 */
export function ReasonSelect({ application, tell }: { application: Application; tell: Tell }) {
  const client = useQueryClient()
  const hasKeys = singleKeys.use()
  const { id, status, reason_id, reason_name } = application
  const chosen = useRef(reason_id)
  // `isPending` also lasts while what was saved is read again.
  const isSaving = useRef(false)
  const [shown, setShown] = useState(reason_id)
  const { data: reasons = [] } = useQuery({ ...reasonsQuery, enabled: status === 'rejected' })
  const saving = useMutation({
    // Arrow keys choose faster than it is saved: once it is, the one chosen last is next.
    mutationFn: async () => {
      isSaving.current = true
      try {
        for (let base = application; ; ) {
          const reason = chosen.current
          base = await save(reason, base)
          if (chosen.current === reason) return base
        }
      } finally {
        isSaving.current = false
      }
    },
    onSuccess: (saved) => {
      client.setQueryData<Application>(applicationDetailKey(id), saved)
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
    onError: (error) => toast({ message: complaint('The reason was not saved', error) }),
  })
  const save = (reason: number | null, base: Application) =>
    base.is_telling && tell !== 'never'
      ? saveApplication(id, { reason_id: reason, status }, base, tell)
      : saveApplication(id, { reason_id: reason }, base)
  const choose = (reason: number | null) => {
    chosen.current = reason
    setShown(reason)
    if (!isSaving.current) saving.mutate()
  }
  if (status !== 'rejected' || (!reasons.length && !reason_name)) return null
  const isGone = reason_id !== null && !reasons.some((one) => one.id === reason_id)
  return (
    <select
      id={reasonSelectId}
      className={`input ${styles.reason}`}
      aria-label="Reason for rejection"
      aria-keyshortcuts={hasKeys ? 'W' : undefined}
      data-key={hasKeys ? 'W' : undefined}
      value={(saving.isPending ? shown : reason_id) ?? ''}
      onChange={({ target }) => choose(Number(target.value) || null)}
    >
      <option value="">No reason</option>
      {isGone && <option value={reason_id}>{reason_name}</option>}
      {reasons.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

export const focusReasonSelect = () => document.getElementById(reasonSelectId)?.focus()
