import { noteContent, readChosen } from '#admin/lib/api/chosen-file.ts'
import { fileSize } from '#admin/lib/text/file-size.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import { chosenFileError } from '../apply/check-form.ts'
import { shrinkPhoto } from './shrink-photo.ts'

/** What the page says about files, for `careForFiles`. */
export type FileWords = {
  language: string
  /** In MB. */
  max: number
  errors: Words['errors']
  chosen: string
  shrunk: string
  pictureType: string
}

/** As the server: by content. */
async function isPicture(file: File) {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP')
  return isWebp || start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG\r\n\x1a\n')
}

const putInto = (input: HTMLInputElement, file: File) => {
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
}

/**
 * Gives a form with one file the care of the application form: the file is checked when it is chosen,
 * its size is said, a photo above the limit is made smaller, and one that has changed since is not sent.
 */
function careFor(form: HTMLFormElement, words: FileWords) {
  const { language, max, errors } = words
  const find = <E extends HTMLElement>(selector: string) => form.querySelector<E>(selector)!
  const input = find<HTMLInputElement>('[type=file]')
  const error = find('.error')
  const note = find('[data-chosen]')
  let checked: Promise<boolean> = Promise.resolve(true)

  function refuse(message: string) {
    input.value = ''
    note.textContent = ''
    input.ariaInvalid = 'true'
    error.textContent = message
    return false
  }

  async function check(file: File): Promise<boolean> {
    const isPhoto = form.dataset.file === 'image'
    if (isPhoto && !(await isPicture(file).catch(() => true))) return refuse(words.pictureType)
    const tooLarge = file.size > max * 1_048_576
    const smaller = isPhoto && tooLarge ? await shrinkPhoto(file, max * 1_048_576) : undefined
    if (input.files?.[0] !== file) return true
    const chosen = smaller ?? file
    if (smaller) putInto(input, smaller)
    noteContent(chosen)
    const values = { name: chosen.name, size: fileSize(chosen.size), file: errors.fileName, max }
    const rules = { maxFileSize: max, words: errors, language }
    const found = isPhoto
      ? tooLarge && !smaller && say(errors.resumeTooLargeBy, values, language)
      : await chosenFileError(form.dataset.file ?? '', chosen, rules)
    if (input.files?.[0] !== chosen) return true
    if (found) return refuse(found)
    note.textContent = say(smaller ? words.shrunk : words.chosen, values, language)
    return true
  }

  function take() {
    const file = input.files?.[0]
    input.ariaInvalid = 'false'
    error.textContent = ''
    note.textContent = ''
    checked = file ? check(file) : Promise.resolve(true)
  }
  input.addEventListener('change', take)
  // Chosen before this was loaded.
  if (input.files?.length) take()

  let isSending = false
  addEventListener('pageshow', () => {
    isSending = false
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    const isRight = await checked
    const file = input.files?.[0]
    // What is sent is the copy in memory that was compared.
    const copy = isRight && file && (await readChosen(file))
    if (copy) {
      putInto(input, copy)
      return form.submit()
    }
    isSending = false
    if (file && isRight) refuse(say(errors.fileChanged, { name: file.name }, language))
    input.focus()
  })
}

export function careForFiles() {
  const { words } = document.querySelector<HTMLElement>('[data-words]')?.dataset ?? {}
  if (!words) return
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-file]'))
    careFor(form, JSON.parse(words))
}
