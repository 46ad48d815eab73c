import type { APIRoute } from 'astro'
import { boardFeed } from '../jobs/boards/board-feed.ts'
import { readBoard } from '../jobs/boards/board-name.ts'
import { readJobsForBoards, readLastChange } from '../lib/visitor.ts'
import { xmlResponse } from '../lib/xml.ts'

/** The listed jobs for job boards. */
export const GET: APIRoute = async ({ locals, url }) => {
  const [jobs, changed] = await Promise.all([readJobsForBoards(), readLastChange()])
  const board = readBoard(url.searchParams)
  const feed =
    jobs && changed && (await boardFeed(locals.settings, { jobs, ...changed }, locals, board))
  return xmlResponse('application/xml', feed)
}
