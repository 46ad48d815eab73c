import { afterEach, expect, test, vi } from 'vitest'
import { en } from '#api/core/words/contract/en.ts'
import { fixture } from '#scripts/testing/components/application-form.tsx'
import { careForFiles, type FileWords } from './file-forms.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

function openForm(kind: 'resume' | 'document' | 'image', max = 1) {
  document.body.innerHTML = `<form data-file="${kind}"><input type="file" required>
    <p><span data-chosen></span></p><p class="error"></p><button>Send</button></form><div data-words></div>`
  const words: FileWords = {
    language: 'en',
    max,
    errors: en.errors,
    chosen: en.form.resumeChosen,
    shrunk: en.application.documents.shrunk,
    pictureType: en.candidate.pictureType,
  }
  document.querySelector<HTMLElement>('[data-words]')!.dataset.words = JSON.stringify(words)
  careForFiles()
  const form = document.querySelector('form')!
  const input = document.querySelector('input')!
  const sent = vi.spyOn(form, 'submit').mockImplementation(() => {})
  return {
    input,
    sent,
    choose(file: File) {
      const files = new DataTransfer()
      files.items.add(file)
      input.files = files.files
      input.dispatchEvent(new Event('change'))
    },
    send: () => form.requestSubmit(),
    text: (selector: string) => document.querySelector(selector)?.textContent,
  }
}
type Form = ReturnType<typeof openForm>
const refused = async ({ text, input, send, sent }: Form, message: string) => {
  await expect.poll(() => text('.error')).toBe(message)
  expect([input.value, input.ariaInvalid, text('[data-chosen]')]).toEqual(['', 'true', ''])
  send()
  expect(sent).not.toHaveBeenCalled()
}
const brief = () => fixture('mira.pdf', 'Brief.pdf')
const large = () => new File(['%PDF-1.4\n', new Uint8Array(2 * 1_048_576)], 'Brief.pdf')

/** Noise, which no encoder makes small. */
async function photo(type: string, name: string) {
  const canvas = new OffscreenCanvas(900, 900)
  const paper = canvas.getContext('2d')!
  const noise = paper.createImageData(900, 900)
  for (let at = 0; at < noise.data.length; at += 65_536)
    crypto.getRandomValues(noise.data.subarray(at, at + 65_536))
  for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255
  paper.putImageData(noise, 0, 0)
  return new File([await canvas.convertToBlob({ type })], name, { type })
}

test('a document is checked when it is chosen, its size is said, and it is sent once', async () => {
  const form = openForm('document')
  form.choose(await brief())
  await expect.poll(() => form.text('[data-chosen]')).toBe('Chosen: Brief.pdf, 47 KB')
  form.send()
  form.send()
  await expect.poll(() => form.sent.mock.calls.length).toBe(1)
  expect(form.input.files?.[0]?.name).toBe('Brief.pdf')
})

test.each([
  ['document', large, 'The file must be at most 1 MB; this file has 2.1 MB'],
  ['resume', large, 'Resume must be at most 1 MB; this file has 2.1 MB'],
  ['document', () => new File(['x'], 'a.png'), 'The file must be a PDF, DOC or DOCX file'],
  ['image', brief, 'Please choose a picture: JPEG, PNG or WebP.'],
] as const)(
  'a %s that the server would refuse is refused before the upload',
  async (kind, make, message) => {
    const form = openForm(kind)
    form.choose(await make())
    await refused(form, message)
  },
)

test('a photo above the limit is made smaller', async () => {
  const large = await photo('image/png', 'Me.png')
  expect(large.size).toBeGreaterThan(1_048_576)
  const form = openForm('image')
  form.choose(large)
  await expect
    .poll(() => form.text('[data-chosen]'))
    .toMatch(/^Chosen: Me\.jpg, made smaller to \d+ KB$/)
  const [smaller] = form.input.files ?? []
  expect([smaller?.type, (smaller?.size ?? 0) < 1_048_576]).toEqual(['image/jpeg', true])
  form.send()
  await expect.poll(() => form.sent.mock.calls.length).toBe(1)
})

test('a photo that can not be made small enough is refused with its size', async () => {
  const form = openForm('image', 0.01)
  form.choose(await photo('image/jpeg', 'Me.jpg'))
  await expect
    .poll(() => form.text('.error'))
    .toMatch(/^The file must be at most 0\.01 MB; this file has \d/)
})

test('a file that has changed since it was chosen is not sent', async () => {
  const form = openForm('document')
  form.choose(await brief())
  await expect.poll(() => form.text('[data-chosen]')).toMatch(/^Chosen/)
  Object.assign(form.input.files?.[0] ?? {}, {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
  })
  form.send()
  await expect
    .poll(() => form.text('.error'))
    .toBe('Brief.pdf has changed since you chose it; choose it again')
  expect(form.sent).not.toHaveBeenCalled()
})
