import { fileNameError } from '#api/core/files/contract/resume.ts'
import { errors } from '#api/core/words/contract/en.ts'
import { errorText, type FormError } from '#api/core/words/contract/form-error.ts'
import { answerName, checkAnswer, ofAnswerFile } from '#api/hiring/applications/contract/answers.ts'
import type { Question } from '../queries.ts'

type Answers = Record<string, string>
type Files = Record<string, File>

const describe = (fault: FormError) => errorText(fault, errors, 'en')

/** What is wrong with the resume and the answers, by field. Staff may leave any of them out. */
export function manualErrors(questions: Question[], answers: Answers, files: Files) {
  const faults: Record<string, string> = {}
  for (const question of questions) {
    const name = answerName(question.id)
    const text = answers[question.id]
    const { fault } = checkAnswer({ ...question, required: false }, { text })
    if (question.kind !== 'file' && fault) faults[name] = describe(fault)
    const key = files[name] && fileNameError(files[name].name)
    if (key) faults[name] = describe(ofAnswerFile({ key }, errors))
  }
  const key = files.resume && fileNameError(files.resume.name)
  if (key) faults.resume = describe({ key })
  return faults
}

/** The answers and files for the chosen job; those typed for another job are left out. */
export function sentAnswers(questions: Question[], answers: Answers, files: Files) {
  const names = new Set(['resume', ...questions.map(({ id }) => answerName(id))])
  const given = questions.filter(({ id }) => answers[id]?.trim())
  return {
    answers: Object.fromEntries(given.map(({ id }) => [id, answers[id] ?? ''])),
    files: Object.fromEntries(Object.entries(files).filter(([name]) => names.has(name))),
  }
}
