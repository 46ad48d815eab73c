import { noteContent } from '#admin/lib/api/chosen-file.ts'
import { fileSize } from '#admin/lib/text/file-size.ts'
import { fileNameError } from '#api/core/files/contract/resume.ts'
import { isEmail } from '#api/core/http/contract/email.ts'
import { looksLikePhone } from '#api/core/http/contract/phone.ts'
import { textToHtml } from '#api/core/http/contract/text.ts'
import { errorText, type FormError } from '#api/core/words/contract/form-error.ts'
import type { Words } from '#api/core/words/contract.ts'
import { checkAnswer, ofAnswerFile } from '#api/hiring/applications/contract/answers.ts'
import { letterError } from '#api/hiring/applications/contract/letter.ts'
import { stagedName } from '#api/hiring/applications/contract/staged.ts'
import type { Errors, FormJob } from './form-fields.ts'
import { resumeContentError } from './resume-content.ts'

type Check = {
  job: FormJob
  /** In MB. */
  maxFileSize: number
  words: Words['errors']
  describe: (fault: FormError) => string
}

/** What is wrong with the name or the size of a chosen file. */
export function fileError(file: File, max: number): FormError | undefined {
  const wrongName = fileNameError(file.name)
  if (wrongName) return { key: wrongName }
  if (file.size === 0) return { key: 'resumeEmpty' }
  if (file.size > max * 1_048_576)
    return { key: 'resumeTooLargeBy', values: { max, size: fileSize(file.size) } }
}

function emailError(email: string): FormError | undefined {
  if (!email) return { key: 'emailRequired' }
  return isEmail(email) ? undefined : { key: 'emailMalformed' }
}

/** The letter as HTML, whether from the editor or the plain text area. */
const letterHtml = (form: FormData) => {
  const letter = String(form.get('motivation_letter') ?? '')
  return form.get('motivation_letter_format') === 'plain' ? textToHtml(letter) : letter
}

/** Undefined when none was chosen: browsers then send a file without a name. */
const chosenFile = (form: FormData, name: string) => {
  const file = form.get(name)
  return file instanceof File && file.name ? file : undefined
}

/** Chosen, or kept from an earlier try. */
const hasFile = (form: FormData, name: string) =>
  Boolean(chosenFile(form, name) ?? form.get(stagedName(name)))

/** Fields whose text the browser keeps to itself, such as half a date. */
export const unreadable = (form: HTMLFormElement) =>
  Array.from(form.elements as Iterable<HTMLInputElement>)
    .filter(({ validity }) => validity?.badInput)
    .map(({ name }) => name)

/** The errors that the browser can find before sending, worded like the server's. */
export function checkForm(
  form: FormData,
  unreadableFields: string[],
  { job, maxFileSize, words, describe }: Check,
): Errors {
  const value = (name: string) => String(form.get(name) ?? '').trim()
  const errors: Errors = {}
  const fault = (name: string, found: FormError | undefined) => {
    if (found) errors[name] = describe(found)
  }
  fault('first_name', value('first_name') ? undefined : { key: 'firstNameRequired' })
  fault('last_name', value('last_name') ? undefined : { key: 'lastNameRequired' })
  fault('email', emailError(value('email')))
  const phone = value('phone')
  fault('phone', phone && !looksLikePhone(phone) ? { key: 'phoneMalformed' } : undefined)
  fault('motivation_letter', letterError(letterHtml(form), job))
  const resume = chosenFile(form, 'resume')
  if (resume) fault('resume', fileError(resume, maxFileSize))
  else if (job.resume === 'required' && !hasFile(form, 'resume'))
    fault('resume', { key: 'resumeRequired' })
  for (const question of job.questions) {
    const { name } = question
    const file = chosenFile(form, name)
    const texts = form.getAll(name).filter((value) => typeof value === 'string')
    const given = { text: texts.join('\n'), hasFile: hasFile(form, name) }
    const inFile = file && fileError(file, maxFileSize)
    fault(name, checkAnswer(question, given).fault ?? (inFile && ofAnswerFile(inFile, words)))
  }
  for (const name of unreadableFields) fault(name, { key: 'answerDate' })
  return errors
}

/** What is wrong with the content of a field's file. */
async function contentError(
  name: string,
  file: File,
  { words, describe }: Pick<Check, 'words' | 'describe'>,
): Promise<string | undefined> {
  const fault = await resumeContentError(file)
  return fault && describe(name === 'resume' ? fault : ofAnswerFile(fault, words))
}

/** What is wrong with the content of the form's files. */
export async function checkFiles(form: FormData, check: Check): Promise<Errors> {
  const errors: Errors = {}
  for (const name of new Set(form.keys())) {
    const file = chosenFile(form, name)
    const error = file && (await contentError(name, file, check))
    if (error) errors[name] = error
  }
  return errors
}

type FileCheck = { maxFileSize: number; words: Words['errors']; language: string }

/** What is wrong with a file that was just chosen, in words. */
export const chosenFileError = async (
  name: string,
  file: File,
  { maxFileSize, words, language }: FileCheck,
) => {
  noteContent(file)
  const describe = (fault: FormError) => errorText(fault, words, language)
  const fault = fileError(file, maxFileSize)
  if (!fault) return contentError(name, file, { words, describe })
  return describe(name === 'resume' ? fault : ofAnswerFile(fault, words))
}
