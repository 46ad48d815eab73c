import { readTranslations } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { Answer } from '#db/enums.ts'
import { hasLanguages } from '../translations/subject.ts'
import { translatedQuestionsOf } from './translations.ts'

/** Answers with the questions, and the options that were chosen, as this language has them. */
export async function answersIn<A extends Answer>(
  db: Db,
  job_id: number,
  language: string,
  answers: A[],
): Promise<A[]> {
  if (!answers.length || !hasLanguages(db)) return answers
  const fields = (await readTranslations(db, 'job', language, [job_id])).get(String(job_id))
  if (!fields) return answers
  const questions = translatedQuestionsOf(fields)
  return answers.map((answer) => {
    const found = questions.find(({ id }) => id === answer.question_id)
    if (!found) return answer
    const inWords = (option: string) =>
      found.options?.[found.original_options?.indexOf(option) ?? -1] || option
    const { value } = answer
    const isChosen = answer.kind === 'single_choice' || answer.kind === 'multiple_choice'
    const shown = Array.isArray(value)
      ? value.map(inWords)
      : typeof value === 'string'
        ? inWords(value)
        : value
    return { ...answer, label: found.label || answer.label, ...(isChosen && { value: shown }) }
  })
}
