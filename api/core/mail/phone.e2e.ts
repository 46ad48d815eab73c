import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordMail } from '#api/core/letters/password-mail.ts'
import { outbox, settings } from '#db/schema.ts'
import { sharedChromium } from '#scripts/testing/browser.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { emailOf, type World, world } from '#scripts/testing/world.ts'
import { candidateMail } from '../letters/candidate-mails.ts'
import { decisionEmail } from '../letters/decision-email.ts'
import { mentionMail } from '../letters/mention-mail.ts'

const word = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)
const long = 'Tell us about a bug you are proud of having found, '.repeat(3)
const url = `https://bread.test/${'a'.repeat(300)}`
const name = { first_name: word.slice(0, 100), last_name: word.slice(40, 140) }
const title = word.slice(0, 120)
const site = { site_name: word.slice(0, 100), site_language: 'en', site_languages: '' }
const from = 'Jobs <jobs@bread.test>'
const staff = { id: 1, name: 'Rita Reviewer', email: 'rita@example.com' }

const question = (id: number, label: string) =>
  ({ id, kind: 'short_text', label, help: null, required: false, options: null }) as const

let w: World
const mails: { what: string; html: string }[] = []

beforeAll(async () => {
  w = await world({ publicUrl: 'https://bread.test' })
  await w.db.insert(settings).values([
    { key: 'site_name', value: site.site_name, category: 'general' },
    { key: 'notify_email', value: 'desk@example.org', category: 'email' },
  ])
  const questions = [question(1, long), question(2, word.slice(0, 150)), question(3, 'City')]
  const job_id = await w.newJob({ title, questions })
  for (const first_name of ['Mira', name.first_name]) {
    const body = applicationForm({
      job_id,
      first_name,
      last_name: name.last_name,
      resume: resumeFile('mira.pdf'),
      answer_1: 'x'.repeat(200),
      answer_2: `${word} ${word}`.slice(0, 200),
      answer_3: 'Lisbon',
    })
    await w.visitor.raw('/applications/submit', { method: 'POST', body })
  }
  const ada = await w.as('ada')
  await ada.send('PUT', '/settings/key/notify_email', {
    value: `${'d'.repeat(60)}@${'e'.repeat(60)}.org`,
  })
  const users = (await ada.get('/users')).body as { id: number; email: string }[]
  const rita = users.find(({ email }) => email === emailOf('rita'))
  await ada.send('PUT', `/users/${rita?.id}`, { email: 'rita2@example.com' })
  for (const { kind, subject, html } of await w.db.select().from(outbox))
    mails.push({ what: `${kind} “${subject.slice(0, 24)}”`, html })

  const about = {
    id: 18,
    reference: 'K7M3QX',
    ...name,
    job_title: title,
    language: null,
    email: 'mira@example.org',
  }
  const base = 'https://bread.test'
  const frame = { settings: site, base, mailFrom: from }
  for (const what of [
    'link',
    'earlier',
    'confirmEmail',
    'confirmErase',
    'emailChanged',
    'stillReading',
  ] as const)
    mails.push({ what, html: candidateMail(frame, what, about).html })
  const body = `<p>${word}</p><p><a href="${url}">${url}</a></p><ul><li>${word}<ol><li>${url}</li></ol></li></ul>`
  for (const tells of ['rejected', 'selected'] as const) {
    const options = { sender: staff, reply_to: 'me' as const, tells, site, base, from }
    mails.push({ what: tells, html: decisionEmail(about, { subject: title, body }, options).html })
  }
  const mention = { by: name, text: `${word} ${url}`, about }
  const mentionFrame = { site: site.site_name, base, from }
  mails.push({
    what: 'mention',
    html: mentionMail({ ...name, email: 'r@b.c' }, mention, mentionFrame).html,
  })
  for (const kind of ['reset', 'invitation'] as const) {
    const options = { kind, url, site: site.site_name, from, by: name }
    mails.push({ what: kind, html: passwordMail({ ...name, email: 'r@b.c' }, options).html })
  }
})
afterAll(() => w.remove())

/** As a person who enlarges text sees it: sizes of fonts double, boxes stay. */
function enlarge() {
  const all = [...document.querySelectorAll<HTMLElement>('body *')]
  const sizes = all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  for (const [at, element] of all.entries()) element.style.fontSize = `${2 * sizes[at]!}px`
}

const measure = () => ({
  width: document.documentElement.scrollWidth,
  narrowest: Math.min(
    ...[...document.querySelectorAll('p, li, dt, dd')].map((part) => part.clientWidth),
  ),
})

describe('every kind of mail with long words, labels, names and addresses', () => {
  test('fits screens 360 to 600 px wide, and wraps', async () => {
    expect(mails.length).toBeGreaterThan(15)
    const browser = await sharedChromium()
    const page = await browser.newPage()
    try {
      const bad = []
      for (const { what, html } of mails) {
        await page.setContent(html)
        for (const text of ['100 %', '200 %']) {
          if (text === '200 %') await page.evaluate(enlarge)
          for (const width of [360, 390, 430, 600]) {
            await page.setViewportSize({ width, height: 800 })
            const measured = await page.evaluate(measure)
            if (measured.width > width || measured.narrowest < 0.5 * width)
              bad.push({ what, text, screen: width, ...measured })
          }
        }
      }
      expect(bad).toEqual([])
    } finally {
      await page.close()
    }
  })
})
