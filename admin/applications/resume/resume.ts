import { api, checked } from '../../lib/api/api.ts'
import { download } from '../../lib/api/download.ts'
import { formQuery } from '../../lib/api/entity-queries.ts'

const resume = (id: number) => api.applications[':id'].resume.$get({ param: { id: String(id) } })

export const downloadResume = (id: number) => download(resume(id))

/** The bytes of a resume, fetched each time the preview opens. */
export const resumeQuery = (id: number) =>
  formQuery(['resume'], String(id), async () => (await checked(resume(id))).arrayBuffer())
