// `npm run admin -- reset-password EMAIL`: a way back in for the operator, without mail. Reads the
// same environment as `npm start`, and works whether or not a server is running.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { voidLinks } from '#api/domain/password-links.ts'
import { hashPassword } from '#api/domain/passwords.ts'
import { createSessions } from '#api/domain/sessions.ts'
import { readEnvironment } from '#api/env.ts'
import { type Db, openDb } from '#db/client.ts'
import { touched, users } from '#db/schema.ts'

/** Ms. No visitor is waiting: rather a slow answer than none. */
const patience = { deadline: 20_000, impatience: 10_000, probe: 10_000 }

const usage = 'Use it so: npm run admin -- reset-password EMAIL'

/** Sets a new password, ends the person's sessions and makes mailed links void. Throws when there is no such person. */
async function resetPassword(db: Db, email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email.toLowerCase()))
  if (!user) throw new Error(`Nobody has the email address ${email}`)
  const password = randomBytes(15).toString('base64url')
  await db.batch([
    db
      .update(users)
      .set({ password_hash: await hashPassword(password), updated_at: touched(users.updated_at) })
      .where(eq(users.id, user.id)),
    createSessions(db).endAll(user.id),
    voidLinks(db, user.id),
  ])
  console.log(
    `\n  Sign in as   ${user.email}\n  Password     ${password}   (shown only this once)\n`,
  )
  if (!user.is_active)
    console.log('  The account is inactive: an admin has to activate it first.\n')
}

async function run([command, email, ...more]: string[]) {
  if (command !== 'reset-password' || !email || more.length) throw new Error(usage)
  const { DATABASE_URL, DATABASE_AUTH_TOKEN: authToken } = readEnvironment(process.env)
  const db = await openDb(DATABASE_URL, { ...patience, ...(authToken && { authToken }) })
  await resetPassword(db, email).finally(() => db.$client.close())
}

await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message.replace(/\s*\n\s*/g, ' '))
  process.exitCode = 1
})
