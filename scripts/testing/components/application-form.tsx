import '#admin/ui/styles/parts.css'
import { expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { en } from '#api/core/words/contract/en.ts'
import type { Question } from '#api/hiring/applications/contract/answers.ts'
import ApplicationForm from '#site/apply/ApplicationForm.tsx'
import { formOf } from '#site/apply/form-fields.ts'
import publicCss from '#site/layout/public.css?inline'
import { StubbedXMLHttpRequest } from './xhr.ts'

const maxFileSize = 5
const asked = { words: en.form, language: 'en', maxFileSize, isAgain: false }
const letter = { letter: 'required', letter_min: 400, resume: 'required' } as const

let lastId = 0

/** Shows the form of a job that no other test has a draft for; its success page is `#sent`. */
export async function openForm({ questions = [] as Question[], ...rules } = {}) {
  vi.stubGlobal('XMLHttpRequest', StubbedXMLHttpRequest)
  lastId += 1
  indexedDB.deleteDatabase('application-files')
  const job = formOf({ id: lastId, title: 'Baker', questions, ...letter, ...rules }, asked)
  const { form, errors } = en
  await render(
    <main>
      <style>{publicCss}</style>
      <h1>Baker</h1>
      <ApplicationForm
        words={{ form, errors }}
        language="en"
        job={{ ...job, success: '#sent' }}
        maxFileSize={maxFileSize}
      />
    </main>,
  )
  await expect.element(submit).toBeVisible()
  return { id: lastId }
}

/** A file of `scripts/testing/fixtures/resumes`. */
export async function fixture(path: string, name = path.split('/').at(-1)!) {
  const response = await fetch(`/scripts/testing/fixtures/resumes/${path}`)
  return new File([await response.blob()], name)
}

export const field = (name: string) => page.getByLabelText(name)
export const editor = page.getByRole('textbox', { name: 'Motivation letter' })
export const submit = page.getByRole('button', { name: 'Submit Application' })

export const keep = field('Keep what I enter and my files on this device for 30 days')

/** Chooses the resume, as a dialog of the browser does. */
export function choose(file: File) {
  const input = field('Resume').element() as HTMLInputElement
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** How many files of drafts are on this device. */
export async function storedFiles(): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('application-files', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('files')
    opening.onsuccess = () => resolve(opening.result)
  })
  const counting = db.transaction('files').objectStore('files').count()
  await new Promise((resolve) => {
    counting.onsuccess = resolve
  })
  db.close()
  return counting.result
}

/** Loads the letter's editor without typing, and waits until it has the focus. */
export async function openEditor() {
  const tool = page.getByRole('toolbar').getByRole('button').first()
  ;(tool.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => document.querySelector('[contenteditable="true"]')).not.toBeNull()
  await editor.click()
  await expect.poll(() => document.activeElement?.getAttribute('contenteditable')).toBe('true')
}
