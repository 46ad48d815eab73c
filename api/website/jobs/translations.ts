import { inArray } from 'drizzle-orm'
import { visibleLength } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { hashOfOriginal, type Translated } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { Question } from '#db/enums.ts'
import { jobs as table } from '#db/schema.ts'
import { pick } from '../content/fields.ts'
import { jobTranslationRow } from '../translations/contract/row.ts'
import { jobTranslationInput, translatable } from '../translations/contract.ts'
import { listOf } from '../translations/rows.ts'
import type { Translatable } from '../translations/subject.ts'
import { picturesOf } from './pictures.ts'
import { clean, contentOf, jobContent, load } from './rows.ts'
import { indexTranslation } from './search.ts'

/** A question's words as they are stored: with those that they are a translation of. */
type TranslatedQuestion = {
  id: number
  label: string | null
  help: string | null
  options: string[] | null
  original_options?: string[] | null
  original_label?: string
}

export const translatedQuestionsOf = (fields: object) =>
  (fields as { questions?: TranslatedQuestion[] | null }).questions ?? []

const orNull = <T>(list: T[]) => (list.length ? list : null)

/** What is hashed: of questions only their words. */
type JobWithQuestions = { questions?: Question[] | null }

const fieldsOf = (job: JobWithQuestions) => ({
  ...pick(translatable.job, job),
  questions:
    job.questions?.map(({ id, label, help, options }) => ({ id, label, help, options })) ?? null,
})

/** The words of each option, '' for one that is not translated; null without any. */
function labelsOf({ options, original_options }: TranslatedQuestion, original: string[] | null) {
  if (!options || !original) return null
  const labels = original.map((option) => options[original_options?.indexOf(option) ?? -1] ?? '')
  return labels.some(Boolean) ? labels : null
}

/** Whether label and help are those of the question as it is, not of another wording. */
const isAbout = ({ original_label }: TranslatedQuestion, { label }: Pick<Question, 'label'>) =>
  original_label === undefined || original_label === label

/**
 * Label and options keep the originals that they translate: questions are reworded, and options
 * moved, renamed or removed.
 */
function withOriginals(questions: TranslatedQuestion[], asked: Question[]) {
  return questions.map((question, index) => {
    const fault = (field: string, message: string) =>
      new Problem(400, message, { details: [{ path: ['questions', index, field], message }] })
    const original = asked.find(({ id }) => id === question.id)
    const isTwice = questions.findIndex(({ id }) => id === question.id) < index
    if (!original || isTwice) throw fault('id', 'This job has no question with this id')
    const { options } = question
    const kept = { ...question, original_label: original.label }
    if (!options?.some(Boolean)) return { ...kept, options: null, original_options: null }
    if (options.length !== original.options?.length)
      throw fault(
        'options',
        `Give as many options as the original: ${original.options?.length ?? 0}`,
      )
    return { ...kept, original_options: original.options }
  })
}

/** The questions with their words in the translation, where it has some. `options` stay: they are what is sent. */
export const translatedQuestions = <Q extends Question>(
  questions: Q[] | null,
  fields: Translated,
): (Q & { option_labels?: string[] })[] | null =>
  questions?.map((question) => {
    const found = translatedQuestionsOf(fields).find(({ id }) => id === question.id)
    if (!found) return question
    const labels = labelsOf(found, question.options)
    const isCurrent = isAbout(found, question)
    return {
      ...question,
      label: (isCurrent && found.label) || question.label,
      help: (isCurrent && question.help && found.help) || question.help,
      ...(labels && {
        option_labels: labels.map((label, index) => label || (question.options?.[index] ?? '')),
      }),
    }
  }) ?? null

export const jobTranslations: Translatable<typeof jobTranslationInput> = {
  ...jobContent,
  input: jobTranslationInput,
  row: jobTranslationRow,
  example: { title: 'Koch', description: '<p>Kochen.</p>', draft: true },
  texts: ['description', 'requirements'],

  async original(db, id) {
    const job = await load(db, id)
    return (
      job && {
        ...job,
        isPublic: job.is_active,
        fields: fieldsOf(job),
        version: { fields: contentOf(job), pictures: await picturesOf(db, job) },
      }
    )
  },

  /** An empty description is left to be translated. */
  clean({ description, requirements, questions, ...fields }, { fields: original }) {
    const asked = (original as ReturnType<typeof fieldsOf>).questions as Question[] | null
    const isEmpty = !description || !visibleLength(String(description))
    const texts = {
      ...(description !== undefined && !isEmpty && { description: String(description) }),
      ...(requirements !== undefined && { requirements: requirements as string | null }),
    }
    return {
      ...fields,
      ...(description !== undefined && { description: null }),
      ...clean(texts),
      ...(questions !== undefined && {
        questions: questions && withOriginals(questions as TranslatedQuestion[], asked ?? []),
      }),
    }
  },

  shown: (fields, original) => ({
    ...pick(translatable.job, fields),
    questions: orNull(
      ((original.fields as ReturnType<typeof fieldsOf>).questions ?? []).flatMap((asked) => {
        const found = translatedQuestionsOf(fields).find(({ id }) => id === asked.id)
        if (!found) return []
        const { id, label, help } = found
        return [{ id, label, help, options: labelsOf(found, asked.options) }]
      }),
    ),
  }),

  afterSave: (db, original, language, fields) => [
    indexTranslation(db, original.id, original as never, { language, fields }),
  ],

  missingIn: (fields, { fields: original }) => {
    const job = original as ReturnType<typeof fieldsOf> & { requirements?: string | null }
    const lacks = (path: (string | number)[], message: string) => ({ path, message })
    const { title, description, requirements } = fields
    return [
      ...(title ? [] : [lacks(['title'], 'Job title is required')]),
      ...(description ? [] : [lacks(['description'], 'Job description is required')]),
      ...(requirements || !job.requirements
        ? []
        : [lacks(['requirements'], 'Translate the requirements too')]),
      ...(job.questions ?? []).flatMap(({ id }, index) =>
        translatedQuestionsOf(fields).find((one) => one.id === id)?.label
          ? []
          : [lacks(['questions', index, 'label'], 'Write the question')],
      ),
    ]
  },
}

/** The fields of these jobs that are translated, to see which translations are outdated. */
export const readOriginals = async (db: Db, ids: number[]) =>
  new Map(
    (await db.select().from(table).where(inArray(table.id, ids))).map((job) => [
      job.id,
      fieldsOf(job),
    ]),
  )

/** The translations of a job for its copy, whose questions are new ones in the same order. */
export async function copiedTranslations(db: Db, from: number, copy: JobWithQuestions) {
  const job = await load(db, from)
  const rows = job ? await listOf(db, 'job', from) : []
  const wasHash = job && hashOfOriginal(fieldsOf(job))
  const idOf = new Map(job?.questions?.map(({ id }, index) => [id, copy.questions?.[index]?.id]))
  return rows.map(({ language, fields, base_sha256 }) => ({
    language,
    fields: {
      ...fields,
      questions: orNull(
        translatedQuestionsOf(fields).flatMap((question) => {
          const id = idOf.get(question.id)
          return id ? [{ ...question, id }] : []
        }),
      ),
    },
    // As up to date as the translation that is copied.
    base_sha256: base_sha256 === wasHash ? hashOfOriginal(fieldsOf(copy)) : base_sha256,
  }))
}
