import { contentHash } from '#admin/lib/api/chosen-file.ts'
import type { Draft } from '../draft.ts'

/** Over all fields and files. */
async function formHash(form: FormData): Promise<string> {
  const parts = [...form].flatMap(([name, value]) => [name, (value as File).name, value, '\0'])
  return contentHash(await new Blob(parts).arrayBuffer())
}

/**
 * The idempotency key for this content, kept with the draft: sending the same application again
 * after a lost response and a reload creates no second one.
 */
export async function idempotencyKey(
  form: FormData,
  draft: Draft,
  keep: (changes: Draft) => void,
): Promise<string> {
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const sent_hash = await formHash(form)
  if (draft.sent_key && draft.sent_hash === sent_hash) return draft.sent_key
  keep({ sent_hash, sent_key: key })
  return key
}
