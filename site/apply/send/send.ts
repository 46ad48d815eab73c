import { readChosen } from '#admin/lib/api/chosen-file.ts'
import { errorText, type FormError } from '#api/core/words/contract/form-error.ts'
import type { Words } from '#api/core/words/contract.ts'
import { elapsedField } from '#api/hiring/submission/contract/traps.ts'
import { checkFiles, checkForm, unreadable } from '../check-form.ts'
import type { Draft } from '../draft.ts'
import { divide, type Errors, type FormJob, type Refusal } from '../form-fields.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { postForm } from './post-form.ts'

/** The form that is sent, and how its errors are worded. */
export type Sent = {
  job: FormJob
  /** In MB. */
  maxFileSize: number
  words: Pick<Words, 'form' | 'errors'>
  language: string
  draft: { read: () => Draft; update: (changes: Draft) => void }
}

/** Replaces each chosen file by a copy in memory; the errors of those that are no longer the same. */
async function replaceFiles(
  form: HTMLFormElement,
  data: FormData,
  describe: (fault: FormError) => string,
): Promise<Errors> {
  const errors: Errors = {}
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="file"]')) {
    const file = input.files?.[0]
    if (!file) continue
    const copy = await readChosen(file)
    if (copy) data.set(input.name, copy)
    else {
      errors[input.name] = describe({ key: 'fileChanged', values: { name: file.name } })
      // Else choosing the same file again would not count as a change.
      input.value = ''
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  return errors
}

/** Whether the page came with a name, as after a refusal or by an invitation: Send is all that is left. */
const isFilledIn = (form: HTMLFormElement) =>
  Boolean(form.querySelector<HTMLInputElement>('[name="first_name"]')?.defaultValue)

/** Ms since the form had the focus first, or a draft was put into it: only then is this script loaded. */
function elapsed() {
  const [loaded] = performance.getEntriesByName(import.meta.url)
  return Math.round(performance.now() - (loaded?.startTime ?? 0))
}

/** The errors; null once the application is sent. */
export async function send(
  form: HTMLFormElement,
  { job, maxFileSize, words, language, draft }: Sent,
  onProgress: (part: number) => void,
): Promise<Refusal | null> {
  const data = new FormData(form)
  const describe = (fault: FormError) => errorText(fault, words.errors, language)
  const check = { job, maxFileSize, words: words.errors, describe }
  const faults = checkForm(data, unreadable(form), check)
  if (Object.keys(faults).length) return { faults, message: '' }
  onProgress(0)
  const changedFiles = await replaceFiles(form, data, describe)
  if (Object.keys(changedFiles).length) return { faults: changedFiles, message: '' }
  const inFiles = await checkFiles(data, check)
  if (Object.keys(inFiles).length) return { faults: inFiles, message: '' }
  const key = await idempotencyKey(data, draft.read(), draft.update)
  // Not part of what identifies a repeat.
  if (!isFilledIn(form)) data.set(elapsedField, String(elapsed()))
  const { unreachable, changed } = words.form
  const { answerGone, answerOption } = words.errors
  const { prefix } = job
  const response = await postForm(
    data,
    { idempotencyKey: key, words: words.form, prefix },
    onProgress,
  )
  return response.sent
    ? null
    : divide(response.problem ?? { error: unreachable }, job, changed, [answerGone, answerOption])
}
