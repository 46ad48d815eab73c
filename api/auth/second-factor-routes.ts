import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { body } from '../http/input.ts'
import { Problem } from '../http/problem.ts'
import { type Env, signedInSoFar, signedInUser } from '../http.ts'
import { readSiteSettings } from '../settings/site-settings.ts'
import { noticeOf } from './account-mail.ts'
import { secondFactorCode, secondFactorProof, secondFactorStart } from './contract.ts'
import { checkOwnPassword, refuseChanged, unchanged } from './own-password.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import {
  begin,
  begunSecret,
  confirm,
  dropCodes,
  factorOf,
  keepCodes,
  remove,
  spendCode,
  statusOf,
  wrongCode,
} from './second-factor.ts'
import { base32, newSecret, setUpAddress, stepOf } from './totp.ts'

const isOff = () => new Problem(409, 'Two-step sign-in is off. Set it up first.')

/** Throws unless password and code are those of the person; the code is used up. Returns the password's hash. */
async function prove(c: Context<Env>, typed: { currentPassword: string; code: string }) {
  const { db, limits } = c.var
  const me = signedInUser(c)
  const hash = await checkOwnPassword(c, me, typed.currentPassword)
  const factor = await factorOf(db, me.id)
  if (!factor) throw isOff()
  await limits.code(me.id)
  const notices = await noticeOf(c, me, 'recovered')
  if (!(await spendCode(db, factor, typed.code, notices, unchanged(c, me, hash)))) {
    await refuseChanged(c, me, hash)
    c.set('action', 'second_factor.refused')
    throw Problem.field(400, 'code', wrongCode)
  }
  await limits.rightCode(me.id)
  return hash
}

/** A person's own two-step sign-in; open also to who has to set it up before anything else. */
export const secondFactor = new Hono<Env>()

  .use(signedInSoFar)

  .get('/', async (c) => c.json(await statusOf(c.var.db, signedInUser(c).id)))

  .post('/', body(secondFactorStart), async (c) => {
    const { db, log } = c.var
    const me = signedInUser(c)
    const hash = await checkOwnPassword(c, me, c.req.valid('json').currentPassword)
    const secret = newSecret()
    if (!(await begin(db, me.id, secret, unchanged(c, me, hash)))) {
      await refuseChanged(c, me, hash)
      throw new Problem(409, 'Two-step sign-in is on already. Turn it off first.')
    }
    const { site_name } = await readSiteSettings(db)
    log.info({ user: me.id }, 'two-step sign-in begun')
    return c.json({ secret: base32(secret), address: setUpAddress(secret, site_name, me.email) })
  })

  .post('/confirm', body(secondFactorCode), async (c) => {
    const { db, sessions, log, token = '' } = c.var
    const me = signedInUser(c)
    const secret = await begunSecret(db, me.id)
    const nothingBegun = new Problem(409, 'There is nothing to confirm. Begin anew.')
    if (!secret) throw nothingBegun
    const step = stepOf(secret, c.req.valid('json').code.replace(/\s/g, ''))
    if (step === undefined) throw Problem.field(400, 'code', wrongCode)
    const recovery_codes = newRecoveryCodes()
    const changed = sql`changes() > 0`
    const [confirmed] = await db.batch([
      confirm(db, me.id, secret, step, unchanged(c, me)),
      keepCodes(db, me.id, recovery_codes, changed),
      ...(await noticeOf(c, me, 'on')),
      sessions.endOthers(me.id, token, changed),
    ])
    if (!confirmed.length) {
      await refuseChanged(c, me)
      throw nothingBegun
    }
    log.info({ user: me.id }, 'two-step sign-in on')
    return c.json({ recovery_codes })
  })

  .post('/recovery-codes', body(secondFactorProof), async (c) => {
    const { db, log } = c.var
    const me = signedInUser(c)
    const hash = await prove(c, c.req.valid('json'))
    const recovery_codes = newRecoveryCodes()
    const same = unchanged(c, me, hash)
    const [, kept] = await db.batch([
      dropCodes(db, me.id, same),
      keepCodes(db, me.id, recovery_codes, same),
      ...(await noticeOf(c, me, 'codes')),
    ])
    if (!kept.rowsAffected) {
      await refuseChanged(c, me, hash)
      throw isOff()
    }
    log.info({ user: me.id }, 'recovery codes made')
    return c.json({ recovery_codes })
  })

  .post('/turn-off', body(secondFactorProof), async (c) => {
    const { db, log } = c.var
    const me = signedInUser(c)
    const hash = await prove(c, c.req.valid('json'))
    const [off] = await db.batch([
      remove(db, me.id, unchanged(c, me, hash)),
      ...(await noticeOf(c, me, 'off')),
    ])
    if (!off.length) {
      await refuseChanged(c, me, hash)
      throw isOff()
    }
    log.info({ user: me.id }, 'two-step sign-in off')
    return c.body(null, 204)
  })
