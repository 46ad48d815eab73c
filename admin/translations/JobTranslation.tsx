import { zodResolver } from '@hookform/resolvers/zod'
import { Suspense, useMemo } from 'react'
import { type Path, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { salaryText } from '#api/website/jobs/contract/facts.ts'
import type { JobTranslation } from '#api/website/translations/contract/row.ts'
import { jobTranslationInput } from '#api/website/translations/contract.ts'
import { jobNames } from '../content/field-names.ts'
import { AdCanvas } from '../jobs/form/AdField.tsx'
import { adAround } from '../jobs/form/ad-around.ts'
import { valuesOf as valuesOfJob } from '../jobs/form/values.ts'
import type { Job } from '../jobs/queries.ts'
import { FieldError } from '../ui/form/Field.tsx'
import { Loading } from '../ui/States.tsx'
import { Pair } from './Pair.tsx'
import {
  deleteJobTranslation,
  discardJobDraft,
  jobTranslationQuery,
  originalJobQuery,
  putJobTranslation,
  useWords,
} from './queries.ts'
import { Columns, SideBySide } from './SideBySide.tsx'
import { TranslationFrame } from './TranslationFrame.tsx'
import { TranslationScreen } from './TranslationScreen.tsx'
import { type Subject, useTranslation } from './use-translation.ts'

/** The job ad in its own language at the left, and in another at the right, where it is written. */
export default function JobTranslationForm() {
  return (
    <TranslationScreen
      list={{ to: '/jobs', label: 'Back to Jobs' }}
      original={originalJobQuery}
      translation={jobTranslationQuery}
    >
      {(job, stored, { language, main, back, top }) => (
        <JobTranslationEditor
          job={job}
          stored={stored}
          subject={{
            kind: 'job',
            id: job.id,
            title: job.title,
            isPublic: job.is_active,
            path: `/jobs/${job.id}/apply`,
            written: job.language ?? main,
            language,
            main,
            back,
            top,
          }}
        />
      )}
    </TranslationScreen>
  )
}

const fields = jobTranslationInput.omit({ published: true, draft: true, updated_at: true })
type Values = z.input<typeof fields>
type Form = UseFormReturn<Values, unknown, z.output<typeof fields>>
type Question = NonNullable<Job['questions']>[number]

const resolver = zodResolver(fields)

/** Nothing of the original but the order of its questions and options. */
const valuesFor =
  (questions: readonly Question[]) =>
  (row?: JobTranslation): Values => ({
    title: row?.title ?? '',
    description: row?.description ?? '',
    requirements: row?.requirements ?? '',
    location: row?.location ?? '',
    salary_range: row?.salary_range ?? '',
    contact_text: row?.contact_text ?? '',
    questions: questions.map(({ id, options }) => {
      const translated = row?.questions?.find((question) => question.id === id)
      return {
        id,
        label: translated?.label ?? '',
        help: translated?.help ?? '',
        options: options?.map((_, at) => translated?.options?.[at] ?? '') ?? null,
      }
    }),
  })

const rows = { questions: ({ id }: { id: number }) => id }

/** Lines of the ad beside its texts. */
const lines = ['location', 'salary_range', 'contact_text'] as const

function JobTranslationEditor({
  job,
  stored,
  subject,
}: {
  job: Job
  stored: JobTranslation | null
  subject: Subject
}) {
  const { written, language } = subject
  const where = { id: String(job.id), language }
  const questions = job.questions ?? []
  const state = useTranslation({
    subject,
    stored,
    valuesOf: valuesFor(questions),
    resolver,
    names: jobNames,
    rows,
    put: (json) => putJobTranslation(where, json),
    discard: () => discardJobDraft(where),
    remove: () => deleteJobTranslation(where),
  })
  const { form } = state
  const { errors, submitCount } = form.formState
  const problems = (['description', 'requirements'] as const).flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ name, message }] : []
  })
  return (
    <TranslationFrame {...{ subject, state }}>
      <div className="stack gap-3">
        <Columns {...{ written, language }} />
        <Line {...{ form, subject }} name="title" label={jobNames.title} original={job.title} />
        <SideBySide
          language={language}
          wrong={problems.length > 0}
          submitCount={submitCount}
          focusWrong={() => problems[0] && form.setFocus(problems[0].name)}
          original={<OriginalAd job={job} written={written} />}
          translation={
            <>
              <TranslatedAd {...{ form, job, subject, problems }} />
              {problems.map(({ name, message }) => (
                <FieldError key={name} id={`${name}-error`} message={message} />
              ))}
            </>
          }
        />
        {lines.map((name) =>
          job[name] || stored?.[name] ? (
            <Line
              key={name}
              {...{ form, subject, name }}
              label={jobNames[name]}
              original={job[name] ?? ''}
            />
          ) : null,
        )}
      </div>
      {questions.length > 0 && (
        <section className="stack gap-4" aria-labelledby="questions-heading">
          <h2 id="questions-heading">Questions of the application form</h2>
          {questions.map((question, at) => (
            <QuestionPairs key={question.id} {...{ form, subject, question, at }} />
          ))}
        </section>
      )}
    </TranslationFrame>
  )
}

function Line({
  form,
  subject: { written, language },
  name,
  label,
  original,
  isQuiet = false,
  error = form.getFieldState(name, form.formState).error?.message,
}: {
  form: Form
  subject: Subject
  name: Path<Values>
  label?: string
  original: string
  isQuiet?: boolean
  error?: string | undefined
}) {
  return (
    <Pair id={name} {...(label && { label })} {...{ original, written, isQuiet, error }}>
      {(control) => (
        <input
          {...control}
          className="input"
          dir="auto"
          lang={language}
          autoComplete="off"
          {...form.register(name)}
        />
      )}
    </Pair>
  )
}

/** A question, what helps with it, and its options, each beside the original. */
function QuestionPairs({
  form,
  subject,
  question: { label, help, options },
  at,
}: {
  form: Form
  subject: Subject
  question: Question
  at: number
}) {
  const error = form.formState.errors.questions?.[at]
  return (
    <fieldset className="stack gap-2">
      <legend className="visually-hidden">Question {at + 1}</legend>
      <Line {...{ form, subject }} name={`questions.${at}.label`} original={label} />
      {help && (
        <Line {...{ form, subject }} name={`questions.${at}.help`} original={help} isQuiet />
      )}
      {options?.map((option, place) => (
        <Line
          key={option}
          {...{ form, subject }}
          name={`questions.${at}.options.${place}`}
          original={option}
          isQuiet
        />
      ))}
      <FieldError
        id={`questions-${at}-error`}
        message={error?.id?.message ?? error?.options?.root?.message ?? error?.options?.message}
      />
    </fieldset>
  )
}

const readText = (name: 'description' | 'requirements', html: string | null) => ({
  name: `original-${name}`,
  label: jobNames[name],
  isRequired: false,
  html: html ?? '',
  onChange: () => {},
  problem: undefined,
  ref: null,
})

/** As visitors read it: what the page says by itself is in the main language of the site. */
function OriginalAd({ job, written }: { job: Job; written: string }) {
  const around = useMemo(
    () => ({ ...adAround(valuesOfJob(job), job), language: written }),
    [job, written],
  )
  return (
    <Suspense fallback={<Loading rows={6} />}>
      <AdCanvas
        id="original-ad"
        description={readText('description', job.description)}
        requirements={readText('requirements', job.requirements)}
        around={around}
        isReadOnly
        describedBy={undefined}
      />
    </Suspense>
  )
}

function useText(form: Form, name: 'description' | 'requirements') {
  const { field, fieldState } = useController({ control: form.control, name })
  return {
    name,
    label: jobNames[name],
    isRequired: name === 'description',
    html: field.value ?? '',
    onChange: field.onChange,
    problem: fieldState.error?.message,
    ref: field.ref,
  }
}

function TranslatedAd({
  form,
  job,
  subject: { language },
  problems,
}: {
  form: Form
  job: Job
  subject: Subject
  problems: { name: string }[]
}) {
  const words = useWords(language)
  const description = useText(form, 'description')
  const requirements = useText(form, 'requirements')
  const [title, ...typed] = useWatch({ control: form.control, name: ['title', ...lines] })
  const [location, salary, contact] = typed.map((line) => line?.trim() || null)
  const around = useMemo(() => {
    const original = adAround(valuesOfJob(job), job)
    const composed =
      words &&
      !job.salary_range &&
      salaryText(job, {
        words: words.words.facts,
        language: words.language,
        locale: words.words.dateLocale,
      })
    return {
      ...original,
      title: title?.trim() ?? '',
      language,
      location: location ?? original.location,
      salary_text: salary || composed || original.salary_text,
      contact_text: contact ?? original.contact_text,
      ...(words && { words }),
    }
  }, [job, words, language, title, location, salary, contact])
  return (
    <Suspense fallback={<Loading rows={6} />}>
      <AdCanvas
        id="ad"
        {...{ description, requirements, around, language }}
        describedBy={problems.map(({ name }) => `${name}-error`).join(' ') || undefined}
      />
    </Suspense>
  )
}
