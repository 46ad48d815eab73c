import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApplicationStatus, Tell } from '#api/applications/contract/status.ts'
import { fullName } from '#api/http/contract/text.ts'
import { currentOf } from '../../lib/api/api.ts'
import { ApiError, sentence } from '../../lib/api/api-error.ts'
import { patchRow } from '../../lib/api/entity-queries.ts'
import { dismiss, toast } from '../../lib/toasts.ts'
import {
  type Application,
  applicationDetailKey,
  applicationListKey,
  applicationsKey,
  type Named,
  takeBack,
} from '../queries.ts'
import { statusLabel } from './StatusBadge.tsx'
import { saveApplication } from './save-application.ts'

export type StatusChange = {
  application: Named & Pick<Application, 'status' | 'updated_at'>
  status: ApplicationStatus
  /** Whether the candidate is told of it; as the job or the reviewer chose without it. */
  tell?: Tell | undefined
  undoes?: true
  /** Undoes the decision whose email is held until then. */
  heldUntil?: string | undefined
}
type Patch = Partial<Pick<Application, 'status' | 'updated_at' | 'reviewed_at'>>

const mutationKey = ['application-status']
/** What changes a decision runs one after the other. */
export const statusScope = { id: 'application-status' }

export const movedTo = ({ application, status }: StatusChange) =>
  `${fullName(application)} moved to ${statusLabel[status]}`

let lastToast = 0

/** A toast with Undo, in place of the one before. */
function offerUndo(
  change: StatusChange,
  { held_until, updated_at }: Application,
  undo: () => void,
) {
  dismiss(lastToast)
  // Both times are the server's, whose clock may differ from the browser's.
  const heldMs = held_until ? Date.parse(held_until) - Date.parse(updated_at) : 0
  lastToast = toast({
    message: `${movedTo(change)}${heldMs > 0 ? '' : '.'}`,
    kind: 'done',
    ...(!change.undoes && { undo }),
    ...(heldMs > 0 && { sentAt: Date.now() + heldMs }),
  })
}

/** Optimistically patches the application in lists and detail. */
function show(client: QueryClient, id: number, patch: Patch) {
  patchRow(client, applicationListKey, id, patch)
  client.setQueryData<Application>(
    applicationDetailKey(id),
    (detail) => detail && { ...detail, ...patch },
  )
}

/**
 * Sets an application's status optimistically; reverts with a toast on failure. Runs one mutation
 * at a time, so that the last click wins, and refetches lists and counts after the last.
 */
export function useSetStatus() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey,
    scope: statusScope,
    mutationFn: ({ application, status, tell, heldUntil }: StatusChange) =>
      heldUntil
        ? takeBack(application.id, heldUntil)
        : saveApplication(
            application.id,
            { status },
            application,
            status === 'pending' ? undefined : tell,
          ),
    onMutate: async ({ application, status }) => {
      // A pending response would show the old status again.
      await client.cancelQueries({ queryKey: applicationListKey })
      show(client, application.id, { status })
    },
    onSuccess: (saved, change) => {
      const { id, status, updated_at, reviewed_at } = saved
      show(client, id, { status, updated_at, reviewed_at })
      client.setQueryData<Application>(applicationDetailKey(id), (shown) => shown && saved)
      const application = { ...change.application, status, updated_at }
      const { status: before } = change.application
      // Under a legal hold the email stays on the record, unsent, when the status is set back.
      const heldUntil = saved.legal_hold ? undefined : (saved.held_until ?? undefined)
      offerUndo(change, saved, () =>
        mutation.mutate({ application, status: before, undoes: true, heldUntil }),
      )
    },
    onError: (error, change) => {
      show(client, change.application.id, { status: change.application.status })
      report(error, change, (again) => mutation.mutate(again))
    },
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1
        ? client.invalidateQueries({ queryKey: applicationsKey })
        : undefined,
  })
  return mutation
}

function report(error: Error, change: StatusChange, retry: (change: StatusChange) => void) {
  const status = error instanceof ApiError ? error.status : 0
  // A 401 redirects to the sign-in, which shows a message.
  if (status === 401) return
  const { application } = change
  const current = currentOf<Application>(error)
  const reason = current
    ? `Someone else moved them to ${statusLabel[current.status]}.`
    : sentence(error, 'Please try again.')
  toast({
    message: `${fullName(application)} wasn't moved to ${statusLabel[change.status]}. ${reason}`,
    // Deleted, or its email has left: no retry.
    ...(status !== 404 &&
      !change.heldUntil && {
        retry: () => retry({ ...change, application: current ?? application }),
      }),
  })
}
