/**
 * The draft of an application, kept in this tab until it is sent: a reload, a crash or Back loses
 * nothing. On this device as well if the candidate asks for it.
 */
export type Draft = Partial<Record<string, string>>

export const textFields = ['first_name', 'last_name', 'email', 'phone'] as const

const storagePrefix = 'application-'
const storageKey = (jobId: number) => storagePrefix + jobId

/** In ms, on the device. */
const keptFor = 30 * 24 * 60 * 60_000

/** Fallback when session storage is blocked or full. */
const drafts = new Map<number, Draft>()

type StoredDraft = { until: number; draft: Draft }

/** Runs `work`, which fails when storage is blocked, full or was changed by hand. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return
  }
}

const readStored = (key: string) =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft | null

/** Removes the drafts of all jobs that have been on this device too long. */
const removeExpired = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(storagePrefix))
    .filter((key) => !((attempt(() => readStored(key))?.until ?? 0) > Date.now()))
    .forEach((key) => {
      localStorage.removeItem(key)
    })

export function readDraft(jobId: number): Draft {
  const known = drafts.get(jobId)
  if (known) return known
  attempt(removeExpired)
  const key = storageKey(jobId)
  const inTab = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null)
  return inTab ?? attempt(() => readStored(key)?.draft) ?? {}
}

export function updateDraft(jobId: number, changes: Draft) {
  const draft = { ...readDraft(jobId), ...changes }
  drafts.set(jobId, draft)
  attempt(() => sessionStorage.setItem(storageKey(jobId), JSON.stringify(draft)))
  if (isKept(jobId)) storeDraft(jobId)
}

/** Whether the draft is kept on this device. */
export function isKept(jobId: number): boolean {
  // Removes what has expired.
  readDraft(jobId)
  return attempt(() => localStorage.getItem(storageKey(jobId)) !== null) ?? false
}

/** Keeps the draft on this device for 30 days after its last change; false if the browser can't. */
export function storeDraft(jobId: number): boolean {
  const kept: StoredDraft = { until: Date.now() + keptFor, draft: readDraft(jobId) }
  attempt(() => localStorage.setItem(storageKey(jobId), JSON.stringify(kept)))
  return isKept(jobId)
}

/** Keeps the draft in this tab only. */
export const keepInTab = (jobId: number) =>
  void attempt(() => localStorage.removeItem(storageKey(jobId)))

/** Removes the draft from this tab and this device, and the files that it names. */
export async function dropDraft(jobId: number) {
  const draft = readDraft(jobId)
  drafts.delete(jobId)
  keepInTab(jobId)
  attempt(() => sessionStorage.removeItem(storageKey(jobId)))
  for (const [name, file] of Object.entries(draft))
    if (name.startsWith('file_') && file) await forgetFile(file)
}

/** Where this tab notes what it has sent for the job. */
export const sentKey = (jobId: number) => `sent-${jobId}`

/** What identifies the application that this tab has sent for the job; undefined before. */
export const readSent = (jobId: number) =>
  attempt(() => JSON.parse(sessionStorage.getItem(sentKey(jobId)) ?? 'null') as Draft | null) ??
  undefined

export const loadFiles = () => import('./kept-files.ts')

/** Without its key, which was in the draft, a file that can't be deleted can't be read either. */
export const forgetFile = (file: string) =>
  loadFiles()
    .then((files) => files.forget(file))
    .catch(() => {})

/** The text of a field; several choices have a line each, as the server keeps them. */
export const textOf = (form: FormData, name: string): string =>
  form
    .getAll(name)
    .filter((value) => typeof value === 'string')
    .join('\n')

/** Saves only the named fields, so that an untouched empty field never overwrites the draft. */
export const saveFields = (jobId: number, form: FormData, names: Iterable<string>) =>
  updateDraft(jobId, Object.fromEntries(Array.from(names, (name) => [name, textOf(form, name)])))
