import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, checked, read } from '../../lib/api/api.ts'
import { jobsKey } from '../queries.ts'

const team = api.jobs[':id']['hiring-team']

export type Member = InferResponseType<typeof team.$get, 200>[number]

const param = (job: number) => ({ param: { id: String(job) } })

/** `tag` is the ETag: what a change is based on. */
export type HiringTeam = { members: Member[]; tag: string }

type Answer = { headers: Headers; json(): Promise<unknown> }

const asTeam = async (response: Answer): Promise<HiringTeam> => ({
  members: (await response.json()) as Member[],
  tag: response.headers.get('etag') ?? '',
})

export const hiringTeamQuery = (job: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'hiring-team', job],
    queryFn: async () => asTeam(await checked(team.$get(param(job)))),
  })

/** Who can be put on the team. */
export const colleaguesQuery = (job: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'colleagues', job],
    queryFn: () => read(team.colleagues.$get(param(job))),
  })

/** Throws a 409 when the team has changed since `tag`. */
export async function saveHiringTeam(job: number, members: Member[], tag: string) {
  const json = members.map(({ user_id, owner }) => ({ user_id, owner }))
  return asTeam(await checked(team.$put({ ...param(job), json }, { headers: { 'If-Match': tag } })))
}
