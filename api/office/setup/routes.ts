import { and, desc, eq, not, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { readSiteSettings, siteAddress } from '#api/core/site-settings/site-settings.ts'
import { postingChecks } from '#api/website/jobs/contract/posting.ts'
import { listed, textOptions } from '#api/website/jobs/rows.ts'
import { withPlaceholder } from '#api/website/pages/unfinished.ts'
import type { Db } from '#db/client.ts'
import { appearances, auditEvents, jobs, pages, setupSkips, users } from '#db/schema.ts'
import { setupRow } from './contract/row.ts'
import { type SetupItem, setupChange, setupItems } from './contract.ts'

const manageSettings = can('manage_settings')

/** Whether one of the latest open jobs has all that Google requires. */
async function hasPosting(db: Db, site: { name: string; url: string; timeZone: string }) {
  const latest = await db
    .select({
      id: jobs.id,
      title: jobs.title,
      // Stands for the text, which nobody needs to read to know that it is there.
      description: sql<string>`substr(${jobs.description}, 1, 100)`,
      workplace: jobs.workplace,
      places: jobs.places,
      remote_countries: jobs.remote_countries,
      first_active_at: jobs.first_active_at,
    })
    .from(jobs)
    .where(listed)
    .orderBy(desc(jobs.created_at), desc(jobs.id))
    .limit(20)
  const { words, language, locale } = textOptions()
  return latest.some((job) =>
    postingChecks(job, {
      ...site,
      url: site.url || 'https://example.com',
      language,
      locale,
      words: { requirements: '', remoteIn: words.remoteIn },
    }).every(({ isRequired, isPresent }) => isPresent || !isRequired),
  )
}

const isPrivacy = eq(pages.slug, 'privacy')
const someone = sql`${users.notify_applications} = 1 and ${users.is_active} = 1`

async function isDone(db: Db, publicUrl: string | undefined): Promise<Record<SetupItem, boolean>> {
  const settings = await readSiteSettings(db)
  const { site_name: name, site_time_zone: timeZone } = settings
  const url = siteAddress(publicUrl, settings)
  const exists = (count: Promise<number>) => count.then((found) => found > 0)
  const [look, mail, told, job, privacy, people] = await Promise.all([
    exists(db.$count(appearances, sql`${appearances.published_at} is not null`)),
    exists(
      db.$count(
        auditEvents,
        sql`${auditEvents.action} = 'mail.tested' and ${auditEvents.detail} ->> 'sent' = 1`,
      ),
    ),
    exists(db.$count(users, someone)),
    hasPosting(db, { name, url, timeZone }),
    exists(db.$count(pages, and(isPrivacy, eq(pages.is_published, true), not(withPlaceholder!)))),
    db.$count(users, eq(users.is_active, true)),
  ])
  return {
    name: name !== settingDefaults.site_name && url !== '',
    look,
    mail,
    notices: told || settings.notify_email !== '',
    job,
    privacy,
    colleague: people > 1,
  }
}

async function readSetup(db: Db, publicUrl: string | undefined) {
  const [done, skips, unfinished] = await Promise.all([
    isDone(db, publicUrl),
    db.select({ item: setupSkips.item }).from(setupSkips),
    db.$count(pages, and(isPrivacy, withPlaceholder)),
  ])
  return setupItems.map((item) => ({
    item,
    done: done[item],
    skipped: skips.some((skip) => skip.item === item),
    unfinished: item === 'privacy' && unfinished > 0,
  }))
}

export const setup = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Read what is left of setting up',
        access: manageSettings,
        answers: { 200: setupRow.array() },
      },
      async (c) => c.json(await readSetup(c.var.db, c.var.publicUrl)),
    ),
  )

  .put(
    '/',
    route(
      {
        summary: 'Skip a step of setting up, or take that back',
        access: manageSettings,
        json: { schema: setupChange, example: { item: 'colleague', skipped: true } },
        answers: { 200: setupRow.array() },
        audit: 'setup.skipped',
      },
      async (c) => {
        const { db, publicUrl } = c.var
        const { item, skipped } = c.req.valid('json')
        if (skipped) await db.insert(setupSkips).values({ item }).onConflictDoNothing()
        else await db.delete(setupSkips).where(eq(setupSkips.item, item))
        c.set('auditTarget', { id: setupItems.indexOf(item) + 1, subject: item })
        return c.json(await readSetup(db, publicUrl))
      },
    ),
  )
