/** What was typed, kept in this tab until it is sent: a reload, a crash or the back button loses no word. */

const kept = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'motivation_letter',
  'motivation_letter_format',
]
export type Draft = Partial<Record<string, string>>

const keyOf = (jobId: number) => `application-${jobId}`

export function saveDraft(jobId: number, form: FormData) {
  const entries = kept.map((name) => [name, String(form.get(name) ?? '')])
  try {
    sessionStorage.setItem(keyOf(jobId), JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Storage may be full or forbidden; the form works without it.
  }
}

/** Null when there is none, or storage is forbidden. */
export function readDraft(jobId: number): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(jobId)) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

export function dropDraft(jobId: number) {
  try {
    sessionStorage.removeItem(keyOf(jobId))
  } catch {
    // Where storage is forbidden, there is no draft.
  }
}
