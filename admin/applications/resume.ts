import { api, checked } from '../lib/api.ts'
import { download } from '../lib/download.ts'
import { formQuery } from '../lib/entity-queries.ts'

const resume = (id: number) => api.applications[':id'].resume.$get({ param: { id: String(id) } })

/** Fetches an application's resume with the session and saves it. */
export const downloadResume = (id: number) => download(resume(id))

/** The bytes of an application's resume, fetched anew each time somebody wants to see it. */
export const resumeQuery = (id: number) =>
  formQuery(['resume'], String(id), async () => (await checked(resume(id))).arrayBuffer())
