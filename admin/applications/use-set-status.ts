import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApplicationStatus } from '#api/applications/contract/status.ts'
import { fullName } from '#api/http/contract/text.ts'
import { currentOf } from '../lib/api.ts'
import { ApiError, sentence } from '../lib/api-error.ts'
import { patchRow } from '../lib/entity-queries.ts'
import { toast } from '../lib/toasts.ts'
import {
  type Application,
  applicationDetailKey,
  applicationListKey,
  applicationsKey,
  type Named,
} from './queries.ts'
import { statusLabel } from './StatusBadge.tsx'
import { saveApplication } from './save-application.ts'

type StatusChange = {
  application: Named & Pick<Application, 'status' | 'updated_at'>
  status: ApplicationStatus
}
type Patch = Partial<Pick<Application, 'status' | 'updated_at' | 'reviewed_at'>>

const mutationKey = ['application-status']

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
    scope: { id: 'application-status' },
    mutationFn: ({ application, status }: StatusChange) =>
      saveApplication(application.id, { status }, application),
    onMutate: async ({ application, status }) => {
      // A pending response would show the old status again.
      await client.cancelQueries({ queryKey: applicationListKey })
      show(client, application.id, { status })
    },
    onSuccess: ({ id, status, updated_at, reviewed_at }) =>
      show(client, id, { status, updated_at, reviewed_at }),
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
    // Deleted: no retry.
    ...(status !== 404 && {
      retry: () => retry({ ...change, application: current ?? application }),
    }),
  })
}
