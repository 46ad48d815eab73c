import { errorText } from '#api/core/words/contract/form-error.ts'
import { say } from '#api/core/words/contract/say.ts'
import { checkForm, unreadable } from '../check-form.ts'
import { requiredFields } from '../form-fields.ts'
import type { Sent } from './send.ts'

/** Says beside the form how many of its required fields are filled in (JobFacts.astro). */
export function showFilled(form: HTMLFormElement, sent: Omit<Sent, 'draft'>) {
  const { job, maxFileSize, words, language } = sent
  const panel = document.getElementById('filled')
  if (!panel) return
  const errors = checkForm(new FormData(form), unreadable(form), {
    job,
    maxFileSize,
    words: words.errors,
    describe: (fault) => errorText(fault, words.errors, language),
  })
  const required = requiredFields(job)
  const n = required.filter((name) => !errors[name]).length
  const [text, bar] = panel.children as unknown as [HTMLElement, HTMLProgressElement]
  text.textContent = say(words.form.filled, { n, total: required.length }, language)
  bar.value = n
}
