import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#api/core/http/contract/text.ts'
import type { ApplicationStatus, Tell } from '#api/hiring/applications/contract/status.ts'
import { changedBy, complaint, currentOf, isRefused } from '../../lib/api/api.ts'
import { ApiError, sentence } from '../../lib/api/api-error.ts'
import { patchRow } from '../../lib/api/entity-queries.ts'
import { changeToast, dismiss, joined, type Toast, toast } from '../../lib/toasts.ts'
import { reasonsQuery } from '../../rejection-reasons/queries.ts'
import { useSiteTimeZone } from '../../settings/public-settings.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { templateChoicesQuery } from '../../templates/queries.ts'
import { interviewTime } from '../interviews/InterviewAt.tsx'
import { interviewOutcome } from '../interviews/outcome.ts'
import {
  type Application,
  applicationDetailKey,
  applicationListKey,
  applicationsKey,
  type ListedApplication,
  type Named,
  takeBack,
} from '../queries.ts'
import { exceptionFor } from './exceptions.ts'
import { saveApplication } from './save-application.ts'

export type StepChange = {
  id: number
  name: string
  status: ApplicationStatus
  /** The name of the email that those who enter it get. */
  mail?: string | undefined
}

type StatusChange = {
  application: Named &
    Pick<Application, 'status' | 'step_id' | 'step_name' | 'updated_at'> &
    Partial<Pick<ListedApplication, 'interview_at' | 'interview_proposed'>>
  status: ApplicationStatus
  /** The step to enter, whose status `status` is; null: to leave the step. */
  step?: Omit<StepChange, 'status'> | null
  /** Whether the candidate is told of it; without it, what `useNotify` says. */
  tell?: Tell | undefined
  /** Called instead of a toast when the candidate can't be told for want of a template. */
  onNoTemplate?: (status: ApplicationStatus) => void
  /** The reason for a rejection can be chosen beside the status; else its toast offers that. */
  hasReasonBeside?: boolean
  undoes?: true
  /** Undoes the decision whose email is held until then. */
  heldUntil?: string | undefined
}
type Patch = Partial<Application>

const mutationKey = ['application-status']
/** What changes a decision runs one after the other. */
export const statusScope = { id: 'application-status' }

const placeOf = ({ status, step }: StatusChange) => step?.name ?? statusLabel[status]

export const movedTo = (change: StatusChange) =>
  `${fullName(change.application)} moved to ${placeOf(change)}`

const shownStep = (step: StatusChange['step']) => ({
  step_id: step?.id ?? null,
  step_name: step?.name ?? null,
})

let lastToast = 0

/** Ms. Both times are the server's, whose clock may differ from the browser's. */
const heldFor = ({ held_until, updated_at }: Application) =>
  held_until ? Date.parse(held_until) - Date.parse(updated_at) : 0

/** For how long Undo keeps the interview; its emails leave a little later. */
const cancellationMs = 55_000

/** A toast with Undo, in place of the one before. */
function offerUndo(
  change: StatusChange,
  saved: Application,
  {
    timeZone,
    mailOf,
    undo,
    choice,
  }: {
    timeZone: string
    /** The name of the email that the change sends. */
    mailOf: (change: StatusChange) => string | undefined
    undo: () => void
    choice: Toast['choice']
  },
) {
  dismiss(lastToast)
  const { status, is_telling } = saved
  const { interview_at: at, interview_proposed, status: before } = change.application
  const booked = at ? { at, when: interviewTime(at, timeZone) } : undefined
  const interview =
    (booked || interview_proposed) && status === 'rejected' && before !== 'rejected'
      ? interviewOutcome(saved, booked)
      : ''
  const decisionMs = heldFor(saved)
  const heldMs = interview && !is_telling ? cancellationMs : decisionMs
  const isTelling = is_telling && decisionMs > 0
  const mail = isTelling ? (mailOf(change) ?? '') : ''
  const email = isTelling
    ? mail && `, “${mail}”`
    : `. ${interview ? 'No email about the decision' : 'No email.'}`
  lastToast = toast({
    message: `${joined(movedTo(change), interview)}${email}`,
    kind: 'done',
    ...(!change.undoes && { undo, choice }),
    ...(heldMs > 0 && { sentAt: Date.now() + heldMs }),
  })
}

/** Optimistically patches the application in lists and detail. */
export function show(client: QueryClient, id: number, patch: Patch) {
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
  const timeZone = useSiteTimeZone()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey,
    scope: statusScope,
    mutationFn: ({ application, status, step, tell, heldUntil, undoes }: StatusChange) =>
      heldUntil
        ? takeBack(application.id, heldUntil)
        : saveApplication(
            application.id,
            step === undefined ? { status } : { status, step_id: step?.id ?? null },
            application,
            status === 'pending' && !step ? undefined : (tell ?? exceptionFor(application.id)),
            undoes,
          ),
    onMutate: async ({ application, status, step }) => {
      // A pending response would show the old status again.
      await client.cancelQueries({ queryKey: applicationListKey })
      show(client, application.id, { status, ...shownStep(step), step_due: null })
    },
    onSuccess: async (saved, change) => {
      const { id, status, step_id, step_name, step_due, updated_at, reviewed_at } = saved
      show(client, id, { status, step_id, step_name, step_due, updated_at, reviewed_at })
      client.setQueryData<Application>(applicationDetailKey(id), (shown) => shown && saved)
      const application = { ...change.application, status, step_id, step_name, updated_at }
      const { status: before, step_id: left, step_name: name } = change.application
      const step = left === null ? null : { id: left, name: name ?? '' }
      // Under a legal hold the email stays on the record, unsent, when the status is set back.
      // A step that sends nothing leaves the email about an earlier one alone.
      const isItsMail = before !== status || change.step?.mail
      const reason = await reasonChoice(client, saved, change, () => lastToast)
      const undo = async () => {
        const { held_until, updated_at } = (await reason?.saved()) ?? saved
        mutation.mutate({
          application: { ...application, updated_at },
          status: before,
          step,
          undoes: true,
          heldUntil: saved.legal_hold || !isItsMail ? undefined : (held_until ?? undefined),
          // Back where they were, nobody gets that email again.
          tell: 'never',
        })
      }
      const mailOf = ({ step, status }: StatusChange) =>
        step ? step.mail : templates?.find((each) => each.status === status)?.name
      const templates = client.getQueryData(templateChoicesQuery.queryKey)
      offerUndo(change, saved, { timeZone, mailOf, undo, choice: reason?.choice })
    },
    onError: (error, change) => {
      const { id, status, step_id, step_name } = change.application
      show(client, id, { status, step_id, step_name })
      report(error, change, (again) => mutation.mutate(again))
    },
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1
        ? client.invalidateQueries({ queryKey: applicationsKey })
        : undefined,
  })
  return mutation
}

/**
 * Offers the reason for a rejection in its toast, where there is no other place for it. `saved`
 * returns the application once the reason that was chosen last is saved.
 */
async function reasonChoice(
  client: QueryClient,
  rejected: Application,
  {
    hasReasonBeside,
    undoes,
    tell = exceptionFor(rejected.id) ?? rejected.usual_tell ?? 'never',
  }: StatusChange,
  toastId: () => number,
) {
  if (rejected.status !== 'rejected' || hasReasonBeside || undoes) return
  const reasons = await client.ensureQueryData(reasonsQuery).catch(() => [])
  if (!reasons.length) return
  const { id, status } = rejected
  let current = rejected
  let chosen = rejected.reason_id
  let saving = Promise.resolve()
  async function save() {
    const reason_id = chosen
    if (reason_id === current.reason_id) return
    const isTelling = current.is_telling && tell !== 'never'
    try {
      current = isTelling
        ? await saveApplication(id, { reason_id, status }, current, tell)
        : await saveApplication(id, { reason_id }, current)
      client.setQueryData<Application>(applicationDetailKey(id), (shown) => shown && current)
      const heldMs = heldFor(current)
      if (isTelling && heldMs > 0) changeToast(toastId(), { sentAt: Date.now() + heldMs })
      await client.invalidateQueries({ queryKey: applicationsKey })
    } catch (error) {
      toast({ message: complaint('The reason was not saved', error) })
    }
  }
  return {
    choice: {
      label: `Reason for rejecting ${fullName(rejected)}`,
      none: 'Reason for rejection…',
      options: reasons.map(({ id, name }) => ({ value: String(id), label: name })),
      value: () => String(current.reason_id ?? ''),
      act: (value: string) => {
        chosen = Number(value) || null
        saving = saving.then(save)
      },
    },
    saved: () => saving.then(() => current),
  }
}

function report(error: Error, change: StatusChange, retry: (change: StatusChange) => void) {
  const status = error instanceof ApiError ? error.status : 0
  // A 401 redirects to the sign-in, which shows a message.
  if (status === 401) return
  const { application, onNoTemplate } = change
  if (onNoTemplate && error instanceof ApiError && error.body.details?.[0]?.path[0] === 'tell')
    return onNoTemplate(change.status)
  const current = currentOf<Application>(error)
  const reason = current
    ? `${changedBy(error)} moved them to ${current.step_name ?? statusLabel[current.status]}.`
    : sentence(error, 'Please try again.')
  toast({
    message: `${fullName(application)} wasn't moved to ${placeOf(change)}. ${reason}`,
    // What someone else moved can be moved again, unless its email has left.
    ...((!isRefused(error) || (current && !change.heldUntil)) && {
      retry: () => retry({ ...change, application: current ?? application }),
    }),
  })
}
