import { type Examples, huge } from '#api/openapi/example.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { maxResumeBytes } from './contract.ts'

const as = 'rita' as const

function resumes(...files: File[]) {
  const body = new FormData()
  for (const file of files) body.append('resumes', file)
  return body
}

export default {
  special: {
    'POST /jobs/:id/resumes': { as, form: () => resumes(resumeFile('mira.pdf'), huge()) },
  },
  refusals: [
    [400, 'POST /jobs/:id/resumes', { as, form: () => resumes() }],
    [404, 'POST /jobs/:id/resumes', { as, at: '/jobs/999/resumes', form: () => resumes(huge()) }],
    [
      413,
      'POST /jobs/:id/resumes',
      {
        as,
        form: () => resumes(huge()),
        headers: { 'content-length': String(2 * maxResumeBytes) },
      },
    ],
    [415, 'POST /jobs/:id/resumes', { as, json: {} }],
  ],
} satisfies Examples
