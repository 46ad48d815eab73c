import { fileSize } from '#admin/lib/file-size.ts'
import { letterFault } from '#api/applications/contract/letter.ts'
import { fileNameFault } from '#api/files/contract/resume.ts'
import { looksLikeEmail } from '#api/http/contract/email.ts'
import { textToHtml } from '#api/http/contract/text.ts'
import type { Fault } from '#api/words/contract/fault.ts'

export type Errors = Partial<Record<string, string>>

/** Checks the name and size of the chosen file. */
export function resumeFault(file: File | null | undefined, max: number): Fault | undefined {
  if (!file?.name) return { key: 'resumeRequired' }
  const wrongName = fileNameFault(file.name)
  if (wrongName) return { key: wrongName }
  if (file.size === 0) return { key: 'resumeEmpty' }
  if (file.size > max * 1_048_576)
    return { key: 'resumeTooLargeBy', values: { max, size: fileSize(file.size) } }
}

function emailFault(email: string): Fault | undefined {
  if (!email) return { key: 'emailRequired' }
  return looksLikeEmail(email) ? undefined : { key: 'emailMalformed' }
}

/** The letter as HTML, whether from the editor or the plain text area. */
const letterHtml = (form: FormData) => {
  const letter = String(form.get('motivation_letter') ?? '')
  return form.get('motivation_letter_format') === 'plain' ? textToHtml(letter) : letter
}

/** The errors that the browser can find before sending, worded like the server's. */
export function checkForm(
  form: FormData,
  maxFileSize: number,
  describe: (fault: Fault) => string,
): Errors {
  const value = (name: string) => String(form.get(name) ?? '').trim()
  const errors: Errors = {}
  const fault = (name: string, found: Fault | undefined) => {
    if (found) errors[name] = describe(found)
  }
  fault('first_name', value('first_name') ? undefined : { key: 'firstNameRequired' })
  fault('last_name', value('last_name') ? undefined : { key: 'lastNameRequired' })
  fault('email', emailFault(value('email')))
  fault('motivation_letter', letterFault(letterHtml(form)))
  fault('resume', resumeFault(form.get('resume') as File | null, maxFileSize))
  return errors
}
