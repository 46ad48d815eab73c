import type { jobVisits } from '../schema.ts'

type Visit = typeof jobVisits.$inferInsert
type Job = { id: number; created_at: string; closed_at: string | null; is_scheduled: boolean }

/** Where visitors come from, and how many of a hundred. */
const sources = [
  ['', 34],
  ['google.com', 27],
  ['linkedin.com', 18],
  ['newsletter', 9],
  ['harbour-jobs', 7],
  ['river-forum', 5],
] as const

/** A number from 0 to 99 that is the same each time. */
const spread = (...parts: number[]) =>
  parts.reduce((mixed, part) => (mixed * 31 + Math.imul(part + 7, 2_654_435)) >>> 3, 17) % 100

/** Views of each open job in the last six weeks: most when it is new, fewer at weekends. */
export function visitRows(
  jobs: Job[],
  applications: { job_id: number; created_at: string }[],
  daysAgo: (days: number) => string,
): Visit[] {
  const found = new Map<string, Visit>()
  const add = (day: string, job_id: number, source: string, counts: Partial<Visit>) => {
    const key = JSON.stringify([day, job_id, source])
    const row = found.get(key) ?? { day, job_id, source, views: 0, applications: 0 }
    found.set(key, {
      ...row,
      views: (row.views ?? 0) + (counts.views ?? 0),
      applications: (row.applications ?? 0) + (counts.applications ?? 0),
    })
  }
  for (const job of jobs.filter(({ is_scheduled }) => !is_scheduled))
    for (let days = 41; days >= 0; days--) {
      const day = daysAgo(days).slice(0, 10)
      const age = Math.round(
        (Date.parse(day) - Date.parse(job.created_at.slice(0, 10))) / 86_400_000,
      )
      if (age < 0 || (job.closed_at && day > job.closed_at)) continue
      const isWeekend = new Date(day).getUTCDay() % 6 === 0
      const total =
        (14 + spread(job.id) / 5) * (0.35 + 1.3 * Math.exp(-age / 6)) * (isWeekend ? 0.45 : 1)
      for (const [source, share] of sources) {
        const views = Math.floor((total * share) / 100 + spread(job.id, days, share) / 100)
        if (views) add(day, job.id, source, { views })
      }
    }
  for (const { job_id, created_at } of applications) {
    const at = spread(job_id, Date.parse(created_at) % 9973)
    const source = at < 40 ? '' : at < 65 ? 'google.com' : at < 85 ? 'linkedin.com' : 'newsletter'
    add(created_at.slice(0, 10), job_id, source, { views: 1, applications: 1 })
  }
  return [...found.values()]
}
