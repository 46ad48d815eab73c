import { sitePath } from '#admin/lib/site-address.ts'
import {
  attempt,
  type Draft,
  dropDraft,
  readDraft,
  readSent,
  sentKey,
  updateDraft,
} from '../draft.ts'
import type { Refusal } from '../form-fields.ts'
import { type Sent, send } from './send.ts'

/** Removes the draft once it is sent. Sending the same again makes no second application. */
function finishDraft(jobId: number) {
  const { sent_key, sent_hash } = readDraft(jobId)
  attempt(() => sessionStorage.setItem(sentKey(jobId), JSON.stringify({ sent_key, sent_hash })))
  return dropDraft(jobId)
}

/** Checks and sends the form, then opens the success page; resolves to a refusal otherwise. */
export async function submit(
  form: HTMLFormElement,
  sent: Omit<Sent, 'draft'>,
  { onProgress, onSent }: { onProgress: (share: number) => void; onSent: () => void },
): Promise<Refusal | undefined> {
  const { job } = sent
  const draft = {
    read: () => ({ ...readSent(job.id), ...readDraft(job.id) }),
    update: (changes: Draft) => updateDraft(job.id, changes),
  }
  const refusal = await send(form, { ...sent, draft }, onProgress)
  if (refusal) return refusal
  const finished = finishDraft(job.id)
  onSent()
  await finished
  location.assign(sitePath(job.success))
  return undefined
}
