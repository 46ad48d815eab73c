import type { Job, JobValues } from '../queries.ts'

/** The path of the frame's document. */
export const formPreviewAddress = '/backoffice/form-preview'

/** What the frame needs of a job. */
export type PreviewedForm = Pick<Job, 'id' | 'title' | 'letter' | 'letter_min' | 'resume'> & {
  questions: NonNullable<Job['questions']>
}

/** The form that candidates would see; what is still missing in the editor is left out or named. */
export const previewedForm = (values: Partial<JobValues>): PreviewedForm => ({
  // No job's id, so that drafts of the preview and of real forms don't mix.
  id: 0,
  title: values.title ?? '',
  letter: values.letter ?? 'required',
  letter_min: values.letter_min || 0,
  resume: values.resume ?? 'required',
  questions: (values.questions ?? []).map(
    ({ kind, label, help, required = false, options = null }, index) => ({
      id: index + 1,
      kind,
      label: label.trim() || `Question ${index + 1}`,
      help: help?.trim() || null,
      required,
      options: options && [...new Set(options.map((option) => option.trim()).filter(Boolean))],
    }),
  ),
})
