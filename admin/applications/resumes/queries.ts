import type { InferResponseType } from 'hono/client'
import { api, read } from '../../lib/api/api.ts'
import { readToSend } from '../../lib/api/chosen-file.ts'

const resumes = api.jobs[':id'].resumes

type StagedResume = InferResponseType<typeof resumes.$post, 201>[number]

/** Sends one file, and returns what was guessed of it. */
export async function uploadResume(job_id: number, file: File): Promise<StagedResume> {
  const body = new FormData()
  const copy = await readToSend(file, 'resumes')
  body.append('resumes', copy, copy.name)
  const param = { id: String(job_id) }
  const [row] = await read(resumes.$post({ param }, { init: { body, headers: {} } }))
  if (!row) throw new Error('The response has no row')
  return row
}
