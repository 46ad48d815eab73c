import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { isUniqueViolation } from '#db/errors.ts'
import { users as table, touched } from '#db/schema.ts'
import { paging } from '../contract/paging.ts'
import { userChange, userInput } from '../contract/users.ts'
import { hashPassword } from '../domain/passwords.ts'
import { presentUser } from '../domain/present.ts'
import {
  endsSessions,
  refusal,
  refusedChange,
  refusedCreation,
  refusedDeletion,
} from '../domain/user-rules.ts'
import { body, can, type Env, found, idOf, query, signedInUser, stale } from '../http.ts'
import { pageOf } from '../list.ts'
import { Problem } from '../problem.ts'

const missing = 'User not found'
const readOnly = ['id', 'created_at']

/** Waits for a write; 409 when it would give two people the same e-mail address. */
async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (!isUniqueViolation(error, 'users.email')) throw error
    throw Problem.field(409, 'email', 'Someone already uses this email address')
  }
}

export const users = new Hono<Env>()

  .use(can('manage_users'))

  .get('/', query(paging), async (c) => {
    const { db } = c.var
    const rows = await pageOf(c, db.$count(table), (limit, offset) =>
      db
        .select()
        .from(table)
        .orderBy(desc(table.created_at), desc(table.id))
        .limit(limit)
        .offset(offset),
    )
    return c.json(rows.map(presentUser))
  })

  .get('/:id', async (c) => {
    const [row] = await c.var.db
      .select()
      .from(table)
      .where(eq(table.id, idOf(c, missing)))
    return c.json(presentUser(found(row, missing)))
  })

  .post('/', body(userInput, { readOnly: [...readOnly, 'updated_at'] }), async (c) => {
    const { db, log } = c.var
    const me = signedInUser(c)
    const input = c.req.valid('json')
    const { first_name, last_name, email, role, is_active = true, permissions = [] } = input
    const password_hash = await hashPassword(input.password)
    const refused = refusedCreation(me.id, input)
    const [[verdict], , [row]] = await unlessTaken(
      db.batch([
        db.select({ refused }).from(table).where(eq(table.id, me.id)),
        db.run(
          sql`insert into users (first_name, last_name, email, role, is_active, permissions, password_hash)
            select ${first_name}, ${last_name}, ${email}, ${role}, ${Number(is_active)}, ${JSON.stringify(permissions)}, ${password_hash}
            where ${isNull(refused)}`,
        ),
        db.select().from(table).where(eq(table.email, email)),
      ]),
    )
    const { refused: reason } = verdict ?? { refused: 'unpermitted' as const }
    if (reason) throw refusal(reason)
    const created = presentUser(found(row, missing))
    log.info({ user: created.id, by: me.id }, 'user created')
    return c.json(created, 201)
  })

  .put('/:id', body(userChange, { readOnly }), async (c) => {
    const { db, sessions, log } = c.var
    const me = signedInUser(c)
    const id = idOf(c, missing)
    const input = c.req.valid('json')
    const { updated_at: _, password, ...change } = input
    const password_hash = password === undefined ? undefined : await hashPassword(password)
    const refused = refusedChange(me.id, input)
    const ends = sql`exists (select 1 from users where users.id = ${id} and ${isNull(refused)} and ${endsSessions(input)})`
    // Whoever changes their own account stays signed in where they are.
    const own = id === me.id ? (c.var.token ?? '') : undefined
    const [[before], , [after]] = await unlessTaken(
      db.batch([
        db.select({ user: table, refused }).from(table).where(eq(table.id, id)),
        own === undefined ? sessions.endAll(id, ends) : sessions.endOthers(id, own, ends),
        db
          .update(table)
          .set({ ...change, password_hash, updated_at: touched(table.updated_at) })
          .where(and(eq(table.id, id), isNull(refused)))
          .returning(),
      ]),
    )
    const { user, refused: reason } = found(before, missing)
    if (reason === 'stale') throw stale(presentUser(user))
    if (reason) throw refusal(reason)
    log.info({ user: id, by: me.id }, 'user changed')
    return c.json(presentUser(found(after, missing)))
  })

  .delete('/:id', async (c) => {
    const { db, log } = c.var
    const me = signedInUser(c)
    const id = idOf(c, missing)
    const refused = refusedDeletion(me.id)
    // Sessions go with their user: the foreign key cascades.
    const [[before]] = await db.batch([
      db.select({ refused }).from(table).where(eq(table.id, id)),
      db.delete(table).where(and(eq(table.id, id), isNull(refused))),
    ])
    const { refused: reason } = found(before, missing)
    if (reason) throw refusal(reason)
    log.info({ user: id, by: me.id }, 'user deleted')
    return c.body(null, 204)
  })
