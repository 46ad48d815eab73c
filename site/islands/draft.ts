import { htmlToText, textToHtml } from '#api/http/contract/text.ts'

/** The draft of an application, kept in this tab until it is sent: a reload, a crash or Back loses nothing. */
export type Draft = Partial<Record<string, string>>

export const textFields = ['first_name', 'last_name', 'email', 'phone'] as const

const storageKey = (jobId: number) => `application-${jobId}`

/** Fallback when session storage is blocked or full. */
const drafts = new Map<number, Draft>()

export function readDraft(jobId: number): Draft {
  const known = drafts.get(jobId)
  if (known) return known
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(jobId)) ?? '{}') as Draft
  } catch {
    return {}
  }
}

export function updateDraft(jobId: number, changes: Draft) {
  const draft = { ...readDraft(jobId), ...changes }
  drafts.set(jobId, draft)
  try {
    sessionStorage.setItem(storageKey(jobId), JSON.stringify(draft))
  } catch {}
}

export function dropDraft(jobId: number) {
  drafts.delete(jobId)
  try {
    sessionStorage.removeItem(storageKey(jobId))
  } catch {}
}

/** The text of a field; several choices have a line each, as the server keeps them. */
export const textOf = (form: FormData, name: string): string =>
  form
    .getAll(name)
    .filter((value) => typeof value === 'string')
    .join('\n')

/** Saves only the named fields, so that an untouched empty field never overwrites the draft. */
export const saveFields = (jobId: number, form: FormData, names: Iterable<string>) =>
  updateDraft(jobId, Object.fromEntries(Array.from(names, (name) => [name, textOf(form, name)])))

/** Puts the draft's text into the named field, unless something is in it; then returns false. */
export function restoreField(form: HTMLFormElement, name: string, text = ''): boolean {
  if (textOf(new FormData(form), name)) return false
  const inputs = Array.from(form.elements as Iterable<HTMLInputElement>)
  for (const input of inputs.filter((input) => input.name === name && input.type !== 'file'))
    if (input.type === 'radio' || input.type === 'checkbox')
      input.checked = text.split('\n').includes(input.value)
    else input.value = text
  return true
}

export type Letter = { value: string; isHtml: boolean }

export const letterOf = ({ motivation_letter: value = '', motivation_letter_format }: Draft) => ({
  value,
  isHtml: Boolean(value) && motivation_letter_format !== 'plain',
})

/** The draft's letter plus text typed before it was restored; null without a draft. */
export function restoredLetter(draft: Draft, typed: string): Letter | null {
  const { value, isHtml } = letterOf(draft)
  if (!value) return null
  const text = isHtml ? htmlToText(value) : value
  if (text.includes(typed.trim())) return { value, isHtml }
  return { value: isHtml ? value + textToHtml(typed) : `${value}\n\n${typed}`, isHtml }
}
