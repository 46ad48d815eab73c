import { type Fault, faultText } from '#api/words/contract/fault.ts'
import type { Words } from '#api/words/contract.ts'
import { checkFiles, checkForm, unreadable } from './check-form.ts'
import type { Draft } from './draft.ts'
import { divide, type FormJob, type Refusal } from './form-fields.ts'
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

/** The errors; null once the application is sent. */
export async function send(
  form: HTMLFormElement,
  { job, maxFileSize, words, language, draft }: Sent,
  onProgress: (part: number) => void,
): Promise<Refusal | null> {
  const data = new FormData(form)
  const describe = (fault: Fault) => faultText(fault, words.errors, language)
  const check = { job, maxFileSize, words: words.errors, describe }
  const faults = checkForm(data, unreadable(form), check)
  if (Object.keys(faults).length) return { faults, message: '' }
  onProgress(0)
  const inFiles = await checkFiles(data, check)
  if (Object.keys(inFiles).length) return { faults: inFiles, message: '' }
  const key = await idempotencyKey(data, draft.read(), draft.update)
  const { failed, unreachable, changed } = words.form
  const { answerGone, answerOption } = words.errors
  const answer = await postForm(data, { idempotencyKey: key, failed }, onProgress)
  return answer.sent
    ? null
    : divide(answer.problem ?? { error: unreachable }, job, changed, [answerGone, answerOption])
}
