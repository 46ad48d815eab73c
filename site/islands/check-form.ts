import { fileSize } from '#admin/lib/file-size.ts'
import { letterFault } from '#api/applications/contract/letter.ts'
import { fileNameFault } from '#api/files/contract/resume.ts'
import { emailFault } from '#api/http/contract/email.ts'
import { textToHtml } from '#api/http/contract/text.ts'

export type Faults = Partial<Record<string, string>>

/** Checks the name and size of the chosen file. */
export function resumeFault(file: File | null | undefined, maxFileSize: number) {
  if (!file?.name) return 'Resume is required'
  const wrongName = fileNameFault(file.name)
  if (wrongName) return wrongName
  if (file.size === 0) return 'This file is empty'
  if (file.size > maxFileSize * 1_048_576)
    return `Resume must be at most ${maxFileSize} MB; this file has ${fileSize(file.size)}`
}

/** The letter as HTML, whether from the editor or the plain text area. */
const letterHtml = (form: FormData) => {
  const letter = String(form.get('motivation_letter') ?? '')
  return form.get('motivation_letter_format') === 'plain' ? textToHtml(letter) : letter
}

/** The errors that the browser can find before sending, worded like the server's. */
export function checkForm(form: FormData, maxFileSize: number): Faults {
  const value = (name: string) => String(form.get(name) ?? '').trim()
  const faults: Faults = {}
  const fault = (name: string, message: string | undefined) => {
    if (message) faults[name] = message
  }
  fault('first_name', value('first_name') ? undefined : 'First name is required')
  fault('last_name', value('last_name') ? undefined : 'Last name is required')
  fault('email', emailFault(value('email')))
  fault('motivation_letter', letterFault(letterHtml(form)))
  fault('resume', resumeFault(form.get('resume') as File | null, maxFileSize))
  return faults
}
