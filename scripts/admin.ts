// `npm run admin -- reset-password EMAIL` and `reset-second-factor EMAIL`: restores access without
// email. Reads the same environment as `npm start`, and works with or without a running server.
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { hashPassword } from '#api/accounts/auth/password/passwords.ts'
import {
  hasFactorOf,
  remove,
  removePasskeys,
} from '#api/accounts/auth/second-factor/second-factor.ts'
import { createSessions } from '#api/accounts/auth/sessions/sessions.ts'
import { readEnvironment } from '#api/core/environment/env.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { notice } from '#api/core/letters/account-mail.ts'
import { voidLinks } from '#api/core/links/password-links.ts'
import { type Db, openDb } from '#db/client.ts'
import type { AuditAction } from '#db/enums.ts'
import { requireDatabase } from '#db/require-database.ts'
import { auditEvents, touched, users } from '#db/schema.ts'

/** In ms. No visitor is waiting, so a slow database is better than an error. */
const timeouts = { deadline: 20_000, slowAfter: 10_000, probeTimeout: 10_000 }

type User = typeof users.$inferSelect

const by = 'The operator'

const event = (db: Db, user: User, action: AuditAction) =>
  db.insert(auditEvents).values({
    actor_name: by,
    action,
    target_id: user.id,
    target_name: fullName(user),
  })

/** Also ends the user's sessions, voids their password links, and notifies them by email. */
async function resetPassword(db: Db, user: User, from: string) {
  const password = randomBytes(15).toString('base64url')
  await db.batch([
    db
      .update(users)
      .set({ password_hash: await hashPassword(password), updated_at: touched(users.updated_at) })
      .where(eq(users.id, user.id)),
    createSessions(db).endAll(user.id),
    voidLinks(db, user.id),
    ...(await notice(db, user, { what: 'password', from, by, condition: sql`1` })),
    event(db, user, 'password.set'),
  ])
  console.log(
    `\n  Sign in as   ${user.email}\n  Password     ${password}   (shown only this once)\n`,
  )
  if (!user.is_active)
    console.log('  The account is inactive: an admin has to activate it first.\n')
}

/** Removes passkeys too, ends the user's sessions and notifies them by email. */
async function resetSecondFactor(db: Db, user: User, from: string) {
  const isOn = hasFactorOf(user.id)
  const [, , app, keys] = await db.batch([
    createSessions(db).endAll(user.id, isOn),
    ...(await notice(db, user, { what: 'reset', from, by, condition: isOn })),
    remove(db, user.id),
    removePasskeys(db, user.id),
  ])
  if (!app.length && !keys.length) throw new Error(`Two-step sign-in is off for ${user.email}`)
  await event(db, user, 'second_factor.reset')
  console.log(`\n  ${user.email} signs in with the password alone now.\n`)
}

const commands: Record<string, (db: Db, user: User, from: string) => Promise<void>> = {
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
}

const usage = `Usage: npm run admin -- ${Object.keys(commands).join('|')} EMAIL`

async function run([name = '', email, ...more]: string[]) {
  const command = commands[name]
  if (!command || !email || more.length) throw new Error(usage)
  const { DATABASE_URL, DATABASE_AUTH_TOKEN: authToken, MAIL_FROM } = readEnvironment(process.env)
  const options = { ...timeouts, ...(authToken && { authToken }) }
  await requireDatabase(DATABASE_URL, options)
  const db = await openDb(DATABASE_URL, options)
  try {
    const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
    if (!user) throw new Error(`Nobody has the email address ${email}`)
    await command(db, user, MAIL_FROM)
  } finally {
    db.$client.close()
  }
}

await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message.replace(/\s*\n\s*/g, ' '))
  process.exitCode = 1
})
