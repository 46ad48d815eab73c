import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createSecrets } from '#api/core/environment/secrets.ts'
import { compose } from '#api/core/mail/layout.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { appearances, media, settings } from '#db/schema.ts'
import { newPicture } from '#scripts/testing/fixtures/picture.ts'
import { world } from '#scripts/testing/world.ts'
import { openCurrentMailer } from './current-mailer.ts'

const w = await world()
const folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
afterEach(() => w.db.delete(appearances))
afterAll(async () => {
  await w.remove()
  await rm(folder, { recursive: true })
})

/** The message as it would be sent. */
async function sent(env: { MAIL_FROM: string; PUBLIC_URL?: string }) {
  const mailer = await openCurrentMailer({
    db: w.db,
    env: { SMTP_URL: undefined, MAIL_FROM: env.MAIL_FROM },
    publicUrl: env.PUBLIC_URL,
    secrets: createSecrets({}),
    store: w.store,
    log: pino({ level: 'silent' }),
    folder,
  })
  const mail = compose({ site: 'Bread', language: 'en', heading: 'Hi', sections: [], footer: 'x' })
  await mailer.send({ message_id: '<a@b>', to: 'mira@example.org', subject: 'Hi', ...mail })
  mailer.close()
  const eml = await readFile(join(folder, 'ab.eml'), 'utf8')
  return eml.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

test('MAIL_FROM without a name gets the name of the site', async () => {
  await w.db.insert(settings).values({ key: 'site_name', value: 'Bread', category: 'general' })
  expect(await sent({ MAIL_FROM: 'jobs@bread.test' })).toContain('From: Bread <jobs@bread.test>')
  expect(await sent({ MAIL_FROM: 'Jobs <jobs@bread.test>' })).toContain(
    'From: Jobs <jobs@bread.test>',
  )
})

test('mail wears the published logo and color, not those of a draft', async () => {
  const variants = [{ width: 480, height: 160, format: 'png', bytes: 9000 }] as const
  const logo_light = await newPicture(w.db, { width: 480, height: 160, variants: [...variants] })
  const fields = { ...defaultAppearance, brand_color: '#a8431f', logo_light }
  await w.db.insert(appearances).values({ fields })
  const env = { MAIL_FROM: 'jobs@bread.test', PUBLIC_URL: 'https://bread.test' }
  expect(await sent(env)).not.toContain('#a8431f')
  await w.db.update(appearances).set({ published_at: '2026-01-02T00:00:00.000Z' })
  const published = await sent(env)
  expect(published).toContain('border-top:4px solid #a8431f')
  expect(published).toMatch(
    /<img src="https:\/\/bread\.test\/media\/[0-9a-f]{32}\/480\.png" width="120" height="40" alt="Bread"/,
  )
})

describe('without a public address', () => {
  const bytes = Buffer.from('the bytes of a logo')
  const env = { MAIL_FROM: 'jobs@bread.test' }

  async function publishLogo({ hasFile }: { hasFile: boolean }) {
    const variants = [{ width: 480, height: 160, format: 'png', bytes: bytes.length }] as const
    const logo_light = await newPicture(w.db, { width: 480, height: 160, variants: [...variants] })
    const [picture] = await w.db.select().from(media).where(eq(media.id, logo_light))
    const work = await w.store.workFolder()
    await writeFile(join(work, '480.png'), bytes)
    if (hasFile) await w.store.publish(`media/${picture!.hash}`, work, ['480.png'])
    await w.db.insert(appearances).values({
      fields: { ...defaultAppearance, logo_light },
      published_at: '2026-01-02T00:00:00.000Z',
    })
  }

  test('the logo is a part of the message', async () => {
    await publishLogo({ hasFile: true })
    const eml = await sent(env)
    expect(eml).toContain('<img src="cid:logo@foyer"')
    expect(eml).toMatch(/Content-Type: image\/png; name=logo\.png/)
    expect(eml).toContain('Content-ID: <logo@foyer>')
    expect(eml).toContain('Content-Disposition: inline')
    expect(eml).toContain(bytes.toString('base64').replace(/=+$/, ''))
  })

  test('a logo that cannot be read leaves the name', async () => {
    await publishLogo({ hasFile: false })
    const eml = await sent(env)
    expect(eml).not.toMatch(/cid:|image\/png/)
    expect(eml).toContain('>Bread</td>')
  })
})
