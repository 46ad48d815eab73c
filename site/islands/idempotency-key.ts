import type { Draft } from './draft.ts'

/** 64 bits of FNV-1a over all fields and the file: without TLS there is no crypto.subtle. */
async function contentHash(form: FormData): Promise<string> {
  const parts = [...form].flatMap(([name, value]) => [name, (value as File).name, value, '\0'])
  let a = 1
  let b = 2
  for (const byte of new Uint8Array(await new Blob(parts).arrayBuffer())) {
    a = Math.imul(a ^ byte, 16777619)
    b = Math.imul(b ^ byte, 2654435761)
  }
  return `${a} ${b}`
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
  // An unreadable file fails again when it is sent.
  const sent_hash = await contentHash(form).catch(() => key)
  if (draft.sent_key && draft.sent_hash === sent_hash) return draft.sent_key
  keep({ sent_hash, sent_key: key })
  return key
}
