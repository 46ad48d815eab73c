import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { noticeOf } from '#api/core/letters/account-mail.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { signedInBeforeEnrolment as access, route } from '#api/core/route/route.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { recoveryCodesRow, secondFactorRow, secondFactorSecret } from '../../users/contract/row.ts'
import { secondFactorCode, secondFactorProof, secondFactorStart } from '../contract.ts'
import { assertUnchanged, checkOwnPassword, unchanged } from '../password/own-password.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import {
  begin,
  begunSecret,
  confirm,
  dropCodes,
  factorOf,
  factorsOf,
  keepCodes,
  refuseAroundCompany,
  remove,
  spendCode,
  statusOf,
  wrongCode,
} from './second-factor.ts'
import { base32, newSecret, setUpAddress, stepOf } from './totp.ts'

const isOff = () => new Problem(409, 'Two-step sign-in is off. Set it up first.')

/** Throws unless password and code are correct; uses up the code. Returns the password's hash. */
async function prove(
  c: Context<Env>,
  typed: { currentPassword?: string | undefined; code: string },
) {
  const { db, limits } = c.var
  const me = signedInUser(c)
  const hash = await checkOwnPassword(c, me, typed.currentPassword ?? '')
  const factor = await factorOf(db, me.id)
  if (!factor) throw isOff()
  await limits.code(me.id)
  const notices = await noticeOf(c, me, 'recovered')
  if (!(await spendCode(db, factor, typed.code, notices, unchanged(c, me, hash)))) {
    await assertUnchanged(c, me, hash)
    c.set('action', 'second_factor.refused')
    throw Problem.field(400, 'code', wrongCode)
  }
  await limits.rightCode(me.id)
  return hash
}

const assertMaySetUp = (c: Context<Env>, userId: number) =>
  refuseAroundCompany(c, userId, c.var.sessions.isFromCompany(c.var.token ?? ''))

/** One's own two-step sign-in; also for users who must set it up before anything else. */
export const secondFactor = new Hono<Env>()

  .get(
    '/',
    route(
      { summary: 'Tell whether two-step sign-in is on', access, answers: { 200: secondFactorRow } },
      async (c) => {
        const { db, sessions, token = '' } = c.var
        const { id } = signedInUser(c)
        return c.json(
          await statusOf(db, id, {
            recent: sessions.isRecent(id, token),
            hadSecondStep: sessions.hadSecondStep(token),
          }),
        )
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Begin to set up two-step sign-in',
        description: 'Nothing is asked at sign-in before a code has confirmed the secret.',
        access,
        json: { schema: secondFactorStart, example: { currentPassword: 'three green bottles' } },
        answers: { 200: secondFactorSecret, 409: 'refused', 429: 'refused' },
        audit: 'second_factor.begun',
      },
      async (c) => {
        const { db, log } = c.var
        const me = signedInUser(c)
        await assertMaySetUp(c, me.id)
        const hash = await checkOwnPassword(c, me, c.req.valid('json').currentPassword ?? '')
        const secret = newSecret()
        if (!(await begin(db, me.id, secret, unchanged(c, me, hash)))) {
          await assertUnchanged(c, me, hash)
          throw new Problem(409, 'Two-step sign-in is on already. Turn it off first.')
        }
        const { site_name } = await readSiteSettings(db)
        log.info({ user: me.id }, 'two-step sign-in begun')
        return c.json({
          secret: base32(secret),
          address: setUpAddress(secret, site_name, me.email),
        })
      },
    ),
  )

  .post(
    '/confirm',
    route(
      {
        summary: 'Turn two-step sign-in on',
        description: 'Ends all your other sessions.',
        access,
        json: { schema: secondFactorCode, example: { code: '123456' } },
        answers: { 200: recoveryCodesRow, 409: 'refused' },
        audit: 'second_factor.on',
      },
      async (c) => {
        const { db, sessions, log, token = '' } = c.var
        const me = signedInUser(c)
        await assertMaySetUp(c, me.id)
        const secret = await begunSecret(db, me.id)
        const nothingBegun = new Problem(409, 'There is no setup to confirm. Start again.')
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
          await assertUnchanged(c, me)
          throw nothingBegun
        }
        log.info({ user: me.id }, 'two-step sign-in on')
        return c.json({ recovery_codes })
      },
    ),
  )

  .post(
    '/recovery-codes',
    route(
      {
        summary: 'Make new recovery codes',
        description: 'The previous codes no longer work.',
        access,
        json: {
          schema: secondFactorProof,
          example: { currentPassword: 'three green bottles', code: '123456' },
        },
        answers: { 200: recoveryCodesRow, 409: 'refused', 429: 'refused' },
        audit: 'second_factor.codes',
      },
      async (c) => {
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
          await assertUnchanged(c, me, hash)
          throw isOff()
        }
        log.info({ user: me.id }, 'recovery codes made')
        return c.json({ recovery_codes })
      },
    ),
  )

  .post(
    '/turn-off',
    route(
      {
        summary: 'Turn two-step sign-in off',
        access,
        json: {
          schema: secondFactorProof,
          example: { currentPassword: 'three green bottles', code: '123456' },
        },
        answers: { 204: null, 409: 'refused', 429: 'refused' },
        audit: 'second_factor.off',
      },
      async (c) => {
        const { db, log } = c.var
        const me = signedInUser(c)
        const hash = await prove(c, c.req.valid('json'))
        const { hasPasskey } = await factorsOf(db, me.id)
        const [off] = await db.batch([
          remove(db, me.id, unchanged(c, me, hash)),
          ...(await noticeOf(c, me, hasPasskey ? 'app_off' : 'off')),
        ])
        if (!off.length) {
          await assertUnchanged(c, me, hash)
          throw isOff()
        }
        log.info({ user: me.id }, 'two-step sign-in off')
        return c.body(null, 204)
      },
    ),
  )
