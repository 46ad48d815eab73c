import {
  answeredQuestion,
  answerName,
  checkAnswer,
  ofAnswerFile,
} from '#api/hiring/applications/contract/answers.ts'
import type { Answer, Question, ResumeType } from '#db/enums.ts'
import { resumeType } from '../files/resume-type.ts'
import type { ProblemBody } from '../http/contract/problem.ts'
import { isVisible } from '../http/contract/text.ts'
import { Problem } from '../http/problem.ts'
import { errorText, type FormError } from '../words/contract/form-error.ts'
import { type Language, wordsOf } from '../words/contract.ts'
import type { ReceivedFile, ReceivedForm } from './receive-form.ts'

export type CheckedFile = ReceivedFile & { type: ResumeType }
export type CheckedAnswerFile = CheckedFile & { question_id: number }

/** What is wrong with a field of a form. */
export type FieldError = { name: string; fault: FormError; status?: 400 | 413 }

const inMegabytes = (bytes: number) => Number((bytes / 1_048_576).toFixed(1))

/** The file with its type, or what is wrong with it. */
export async function checkFile(
  file: ReceivedFile | 'too large' | 'gone',
  limit: number,
): Promise<CheckedFile | Omit<FieldError, 'name'>> {
  if (file === 'gone') return { fault: { key: 'resumeGone' } }
  if (file === 'too large' || file.size > limit)
    return { status: 413, fault: { key: 'resumeTooLarge', values: { max: inMegabytes(limit) } } }
  if (file.stored) return { ...file, type: file.stored.type }
  if (file.size === 0) return { fault: { key: 'resumeEmpty' } }
  const result = await resumeType(file, file.name)
  return 'type' in result ? { ...file, type: result.type } : result
}

/** Throws 400 with the faults, if any; 413 when a file is too large. `details`: other faults. */
export function refuseErrors(
  faults: FieldError[],
  language: Language,
  details: NonNullable<ProblemBody['details']> = [],
) {
  const { errors } = wordsOf(language)
  for (const { name, fault } of faults)
    details.push({ path: [name], message: errorText(fault, errors, language) })
  const status = faults.some((fault) => fault.status === 413) ? 413 : 400
  if (details[0]) throw new Problem(status, details[0].message, { details })
}

/** The form's answers to the job's questions, or what is wrong with them. */
export async function checkAnswers(
  { fields, files }: ReceivedForm,
  questions: Question[],
  { limit, language }: { limit: number; language: Language },
) {
  const responses: Answer[] = []
  const answerFiles: CheckedAnswerFile[] = []
  const faults: FieldError[] = []
  for (const question of questions) {
    const { id: question_id, label, kind } = question
    const name = answerName(question_id)
    const file = files.get(name)
    const { value, fault } = checkAnswer(question, { text: fields[name], hasFile: Boolean(file) })
    if (fault) faults.push({ name, fault })
    if (value !== undefined) responses.push({ question_id, label, kind, value })
    if (fault || !file) continue
    const checked = await checkFile(file, limit)
    if ('fault' in checked) {
      const words = wordsOf(language).errors
      faults.push({ name, ...checked, fault: ofAnswerFile(checked.fault, words) })
    } else {
      responses.push({ question_id, label, kind, value: checked.name })
      answerFiles.push({ question_id, ...checked })
    }
  }
  // Also a deleted question's: its answer must not be dropped silently.
  const asked = new Set(questions.map(({ id }) => answerName(id)))
  const given = Object.keys(fields).filter((name) => isVisible(fields[name] ?? ''))
  for (const name of new Set([...given, ...files.keys()]))
    if (answeredQuestion(name) !== undefined && !asked.has(name))
      faults.push({ name, fault: { key: 'answerGone' } })
  return { answers: responses, answerFiles, faults }
}
