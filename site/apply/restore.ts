/** What brings a draft back into the form, loaded only when there is something to bring back. */
import { flushSync } from 'react-dom'
import { htmlToText, textToHtml } from '#api/core/http/contract/text.ts'
import { type Draft, loadFiles, readDraft, textOf } from './draft.ts'
import { handOver } from './letter/hand-over.ts'
import type { Letter } from './letter/LetterField.tsx'

export { flushSync }

/** Chooses the draft's file again, unless another one was chosen. */
export async function restoreFile(jobId: number, input: HTMLInputElement) {
  const { [`file_${input.name}`]: kept } = readDraft(jobId)
  const file =
    kept &&
    (await loadFiles()
      .then((files) => files.read(kept))
      .catch(() => null))
  if (!input.files?.length && file) {
    const chosen = new DataTransfer()
    chosen.items.add(file)
    input.files = chosen.files
  }
  // Also for a file that the browser has restored, or that was chosen before hydration.
  if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Puts the draft's text into the named field, unless something is in it; then returns false. */
function restoreField(form: HTMLFormElement, name: string, text = ''): boolean {
  if (textOf(new FormData(form), name)) return false
  const inputs = Array.from(form.elements as Iterable<HTMLInputElement>)
  for (const input of inputs.filter((input) => input.name === name && input.type !== 'file'))
    if (input.type === 'radio' || input.type === 'checkbox')
      input.checked = text.split('\n').includes(input.value)
    else input.value = text
  return true
}

/** Returns the fields with text in them, which wins over the draft. */
export const restoreFields = (form: HTMLFormElement, names: string[], draft: Draft) =>
  names.filter((name) => !restoreField(form, name, draft[name]))

/** Empties all fields but the one with focus, which is being typed in. */
export function emptyForm(form: HTMLFormElement) {
  const field = document.activeElement as HTMLInputElement
  const { value } = field
  form.reset()
  if (form.contains(field) && value && field.type !== 'file') field.value = value
}

export function letterOf({ motivation_letter = '', motivation_letter_format }: Draft): Letter {
  if (motivation_letter_format === 'plain') return { text: motivation_letter }
  const text = htmlToText(motivation_letter)
  return text ? { text, html: motivation_letter } : { text }
}

/** In both, a space that was typed last is kept: the next word may follow it. */
type Typed = { text: string; html: string; isFromEditor: boolean }

/** What was typed before the draft was read, whether or not the editor has taken over since. */
export function typedLetter(data: FormData): Typed {
  const value = textOf(data, 'motivation_letter')
  if (data.has('motivation_letter_format'))
    return { text: value, html: handOver(value, 0).html, isFromEditor: false }
  const html = value.replace(/ (?=<\/p>$)/, '\u00a0')
  const end = html.endsWith('\u00a0</p>') ? ' ' : ''
  return { text: htmlToText(value) + end, html, isFromEditor: true }
}

/** The draft's letter plus text typed before it was restored; null without a draft. */
export function restoredLetter(draft: Draft, typed: Typed): Letter | null {
  const { text, html } = letterOf(draft)
  if (!text) return null
  if (text.includes(typed.text.trim())) return { text, html }
  const before = html ?? (typed.isFromEditor ? textToHtml(text) : undefined)
  return { text: `${text}\n\n${typed.text}`, html: before && before + typed.html }
}

/** Typed answers to questions that the form no longer has. */
export const removedAnswers = (draft: Draft, fields: { name: string }[]): string[] =>
  Object.entries(draft).flatMap(([name, text]) =>
    /^answer_\d+$/.test(name) && text && !fields.some((field) => field.name === name) ? [text] : [],
  )
