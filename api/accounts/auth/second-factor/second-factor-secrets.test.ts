import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auditEvents, outbox } from '#db/schema.ts'
import { enableSecondFactor, login, stopClock } from '#scripts/testing/fixtures/two-step.ts'
import { password, world } from '#scripts/testing/world.ts'

const w = await world()
beforeEach(() => w.reset())
afterAll(() => w.remove())
afterEach(() => {
  vi.useRealTimers()
})

test('every step is in the audit trail; secrets are in no trail, log, email or response', async () => {
  const pass = stopClock()
  const earlier = await w.db.$count(auditEvents)
  const ada = await w.as('ada')
  const rita = await enableSecondFactor(w, 'rita')
  const [first, second, third] = rita.codes
  await login(w, 'rita')
  await login(w, 'rita', '000000')
  await login(w, 'rita', first)
  pass(1)
  await login(w, 'rita', rita.app.code())
  const proof = { currentPassword: password, code: second! }
  await rita.send('POST', '/auth/second-factor/recovery-codes', { ...proof, code: '000000' })
  const { body } = await rita.send('POST', '/auth/second-factor/recovery-codes', proof)
  const code = body.recovery_codes[0]
  await rita.send('POST', '/auth/second-factor/turn-off', { ...proof, code })
  const again = await enableSecondFactor(w, 'rita')
  const { body: people } = await ada.get('/users?per_page=500')
  const { id } = people.find(({ first_name }: { first_name: string }) => first_name === 'Rita')
  await ada.send('DELETE', `/users/${id}/second-factor`)

  const all = (await w.db.select().from(auditEvents)).slice(earlier)
  expect(all.map(({ action }) => action)).toEqual([
    'session.started',
    'session.started',
    'second_factor.begun',
    'second_factor.on',
    'second_factor.asked',
    'second_factor.refused',
    'session.recovered',
    'session.started',
    'second_factor.refused',
    'second_factor.codes',
    'second_factor.off',
    'session.started',
    'second_factor.begun',
    'second_factor.on',
    'second_factor.reset',
  ])
  const events = all.slice(1)
  for (const { actor_name, action } of events)
    expect([action, actor_name]).toEqual([
      action,
      action === 'second_factor.reset' ? 'Ada Admin' : 'Rita Reviewer',
    ])
  expect(events.at(-1)).toMatchObject({ target_id: id, target_name: 'Rita Reviewer' })

  const answers = await Promise.all(
    ['/users', `/users/${id}`, '/audit', '/outbox', '/auth/profile', '/auth/second-factor'].map(
      async (path) => (await ada.get(path)).body,
    ),
  )
  const visible = JSON.stringify([answers, events, await w.db.select().from(outbox), w.logged])
  const secrets = [rita.secret, again.secret, ...rita.codes, ...again.codes, code, third]
  for (const secret of secrets) {
    expect(visible).not.toContain(secret)
    expect(visible.toUpperCase()).not.toContain(secret.replaceAll('-', '').toUpperCase())
  }
})

test('a profile shows that two-step sign-in is on, but no secret', async () => {
  const rita = await enableSecondFactor(w, 'rita')
  const { body } = await rita.get('/auth/second-factor')
  expect(Object.keys(body).sort()).toEqual([
    'by_sign_in',
    'confirmed_at',
    'has_password',
    'passkeys',
    'recovery_codes_left',
    'required',
    'signed_in_recently',
  ])
  const profile = await rita.get('/auth/profile')
  expect(Object.keys(profile.body).join()).not.toMatch(/secret|step|factor/)
})
