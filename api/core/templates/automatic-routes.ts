import { and, eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type AutomaticEmail, automaticEmails } from '#db/enums.ts'
import { automaticTemplates as table, touched } from '#db/schema.ts'
import { conflictWith } from '../http/contract/problem-row.ts'
import { orNotFound, stale } from '../http/rows.ts'
import { checkedText, type EmailText } from '../letters/decision-email.ts'
import type { Env } from '../route/context.ts'
import { can, canWriteTexts, route } from '../route/route.ts'
import { builtInText } from './built-in-texts.ts'
import { type AutomaticRow, automaticPlaceholders, automaticRow } from './contract/automatic.ts'
import { automaticTextChange } from './contract.ts'

const readers = can('review_applications', 'manage_settings')
const writers = canWriteTexts
const params = { name: z.enum(automaticEmails) }

const nameIn = (c: Context<Env>): AutomaticEmail =>
  orNotFound(
    automaticEmails.find((name) => name === c.req.param('name')),
    'Automatic email not found',
  )

/** 404 for an unknown name, even when the body is invalid. */
async function requireName(c: Context<Env>) {
  nameIn(c)
}

function rowOf(name: AutomaticEmail, stored?: typeof table.$inferSelect): AutomaticRow {
  const built_in = builtInText(name)
  return {
    name,
    subject: stored?.subject ?? built_in.subject,
    body: stored?.body ?? built_in.body,
    is_changed: stored !== undefined,
    built_in,
    placeholders: [...automaticPlaceholders[name]],
    updated_at: stored?.updated_at ?? null,
  }
}

async function load(db: Db, name: AutomaticEmail) {
  const [stored] = await db.select().from(table).where(eq(table.name, name))
  return rowOf(name, stored)
}

function write(db: Db, name: AutomaticEmail, text: EmailText, base: string | null | undefined) {
  const insert = db.insert(table).values({ name, ...text })
  const change = { ...text, updated_at: touched(table.updated_at) }
  if (base === undefined) return insert.onConflictDoUpdate({ target: table.name, set: change })
  if (base === null) return insert.onConflictDoNothing()
  return db
    .update(table)
    .set(change)
    .where(and(eq(table.name, name), eq(table.updated_at, base)))
}

const auditTarget = (name: AutomaticEmail) => ({
  id: automaticEmails.indexOf(name) + 1,
  subject: name.replace('_', ' '),
})

export const automatic = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List the automatic emails',
        description: 'Their texts: those that staff changed, and the built-in ones.',
        access: readers,
        answers: { 200: automaticRow.array() },
      },
      async (c) => {
        const stored = await c.var.db.select().from(table)
        return c.json(
          automaticEmails.map((name) =>
            rowOf(
              name,
              stored.find((row) => row.name === name),
            ),
          ),
        )
      },
    ),
  )

  .get(
    '/:name',
    route(
      {
        summary: 'Read the text of an automatic email',
        access: readers,
        params,
        answers: { 200: automaticRow, 404: 'refused' },
      },
      async (c) => c.json(await load(c.var.db, nameIn(c))),
    ),
  )

  .put(
    '/:name',
    route(
      {
        summary: 'Change the text of an automatic email',
        description:
          'Its link, its facts and why it is sent are not part of the text: they always follow.',
        access: writers,
        params,
        beforeInput: requireName,
        json: {
          schema: automaticTextChange,
          example: {
            subject: 'Your application for {job_title}',
            body: '<p>{greeting}</p><p>Thank you for applying.</p>',
          },
          readOnly: ['name', 'is_changed', 'built_in', 'placeholders'],
          limitKb: 512,
        },
        answers: { 200: automaticRow, 404: 'refused', 409: conflictWith(automaticRow) },
        audit: 'automatic_email.changed',
      },
      async (c) => {
        const { db } = c.var
        const name = nameIn(c)
        const { updated_at, ...given } = c.req.valid('json')
        c.set('auditTarget', auditTarget(name))
        const before = await load(db, name)
        if (updated_at !== undefined && updated_at !== before.updated_at) throw stale(before)
        const text = checkedText({ ...before, ...given }, automaticPlaceholders[name])
        const { rowsAffected } = await write(db, name, text, updated_at)
        const row = await load(db, name)
        if (!rowsAffected) throw stale(row)
        return c.json(row)
      },
    ),
  )

  .delete(
    '/:name',
    route(
      {
        summary: 'Return an automatic email to its built-in text',
        access: writers,
        params,
        answers: { 204: null, 404: 'refused' },
        audit: 'automatic_email.reset',
      },
      async (c) => {
        const name = nameIn(c)
        await c.var.db.delete(table).where(eq(table.name, name))
        c.set('auditTarget', auditTarget(name))
        return c.body(null, 204)
      },
    ),
  )
