import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { answerName } from '#api/hiring/applications/contract/answers.ts'
import { manualApplication } from '#api/hiring/applications/contract.ts'
import { noteContent } from '../../lib/api/chosen-file.ts'
import { useEntityForm } from '../../ui/save/use-entity-form.ts'
import { jobChoicesQuery } from '../queries.ts'
import { manualErrors, sentAnswers } from './manual-answers.ts'

type ManualInput = z.input<typeof manualApplication>

const empty = {
  status: 'pending',
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  motivation_letter: '',
  answers: {},
} as const

/** The form, with its draft restored. Files are apart: a draft can't keep them. */
export function useManualForm(jobId: number | undefined) {
  const state = useEntityForm({
    kind: 'application',
    stored: undefined,
    valuesOf: () => ({ ...empty, ...(jobId && { job_id: jobId }) }) as ManualInput,
    resolver: zodResolver(manualApplication),
  })
  const { form, isDirty } = state
  const values = useWatch({ control: form.control })

  const [files, setFiles] = useState<Record<string, File>>({})
  const [refused, setRefused] = useState<Record<string, string>>({})
  const { data: jobs } = useQuery(jobChoicesQuery)
  const job = jobs?.find(({ id }) => id === values.job_id)
  const questions = job?.questions ?? []
  const answers = (values.answers ?? {}) as Record<string, string>
  const faults = manualErrors(questions, answers, files)
  const [faulty] = Object.keys(faults)
  const withdraw = (name: string) => setRefused(({ [name]: _, ...others }) => others)

  return {
    ...state,
    job,
    questions,
    answers,
    isDirty: isDirty || Object.keys(files).length > 0,
    /** By the name of the field: `resume` or `answer_12`. */
    errors: { ...refused, ...faults },
    /** The first field with an error that the browser knows of. */
    faulty,
    refuse: setRefused,
    answer(id: number, value: string) {
      form.setValue('answers', { ...answers, [id]: value }, { shouldDirty: true })
      withdraw(answerName(id))
    },
    attach(name: string, file: File | null) {
      if (file) noteContent(file)
      setFiles(({ [name]: _, ...others }) => (file ? { ...others, [name]: file } : others))
      withdraw(name)
    },
    /** What is sent of the answers: those to the chosen job's questions. */
    sent: sentAnswers(questions, answers, files),
  }
}

export type ManualState = ReturnType<typeof useManualForm>
