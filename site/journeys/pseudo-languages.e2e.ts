import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { resumeFile, words as text } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { pseudoCatalog, pseudoLanguages } from '#scripts/testing/languages/catalogs.ts'
import { layoutFaults } from '#scripts/testing/languages/layout-faults.ts'
import { openMailbox } from '#scripts/testing/mailbox.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const hook = join(import.meta.dirname, '../../scripts/testing/languages/serve.ts')

/** What is written in plain English letters, on the screen or for screen readers. */
const plainTexts = (page: Page) =>
  page.evaluate(() => {
    const found = [document.title]
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      if (element && !element.closest('script, style, noscript, time'))
        found.push(texts.currentNode.textContent ?? '')
    }
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
        found.push(element.getAttribute(name) ?? '')
    return found.map((one) => one.replace(/\s+/g, ' ').trim())
  })

/** Names, what Intl says in Welsh, and what the visitor typed. */
const names = [
  'Iwerddon',
  'I bake bread',
  'Foyer',
  'LinkedIn',
  'WCAG',
  'Chromium',
  'Firefox',
  'WebKit',
  'PDF',
  'DOC',
  'KB',
]

const screens = [
  ...['/', '/jobs', '/jobs?q=nothing', '/jobs?type=FULL_TIME', '/jobs/1/apply', '/jobs/999/apply'],
  ...['/page/about', '/application/success?jobId=1', '/accessibility', '/application'],
  ...['/application/unknown', '/alerts/unknown', '/shared/unknown'],
  ...['/alerts', '/alerts?type=FULL_TIME', '/alerts?sent'],
]

describe('In a pseudo-language', async () => {
  const mailbox = await openMailbox()
  const env = { NODE_OPTIONS: `--import ${hook}`, SMTP_URL: mailbox.url }
  const journey = startJourney(env)
  const call = staffCalls(journey)
  const put = (key: string, value: string) => call('PUT', `/settings/key/${key}`, { value })
  let staffTexts = ''

  beforeAll(async () => {
    await call('PUT', '/jobs/1', {
      workplace: 'hybrid',
      pay_min: 40_000,
      pay_currency: 'EUR',
    }).catch(() => {})
    const rows = ['jobs', 'pages', 'settings'].flatMap((table) =>
      journey.rows(`SELECT * FROM ${table}`),
    )
    staffTexts = JSON.stringify(rows)
      .replace(/\\n|<[^>]*>/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/\s+/g, ' ')
  })

  async function faultsOn(page: Page, name: string) {
    const faults: string[] = []
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      faults.push(...(await layoutFaults(page)).map((fault) => `${name}, ${width} px: ${fault}`))
    }
    const english = (await plainTexts(page)).filter(
      (one) =>
        /[a-z]{3}/i.test(one) &&
        !/[^\p{ASCII}·–…“”’]/u.test(one) &&
        !staffTexts.includes(one.replace(/\.\.\.$/, '').replace(/ \| .*/, '')) &&
        !names.some((known) => one.includes(known)),
    )
    return [...faults, ...[...new Set(english)].map((one) => `${name}: in English: ${one}`)]
  }

  test.each(pseudoLanguages)(
    '%s, all that a visitor reads fits, and has no English of Foyer',
    async (tag) => {
      await put('site_language', tag)
      const words = pseudoCatalog(tag)
      const page = await journey.open('/robots.txt')
      const faults: string[] = []
      /** Opens the page with its fonts, which decide what fits. */
      async function look(path: string) {
        await page.goto(journey.url + path)
        await page.evaluate(async () => void (await document.fonts.ready))
        expect(await page.locator('html').getAttribute('dir')).toBe(tag === 'ar' ? 'rtl' : null)
        faults.push(...(await faultsOn(page, path)))
      }
      for (const path of screens) await look(path)

      await page.goto(`${journey.url}/jobs/1/apply`)
      const { labels, submit } = words.form
      await page.getByLabel(labels.first_name).scrollIntoViewIfNeeded()
      // Before that, the browser itself checks the form.
      await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'))
      await page.getByRole('button', { name: submit }).click()
      await page.getByText(words.errors.firstNameRequired).first().waitFor()
      faults.push(...(await faultsOn(page, 'errors')))
      await page.getByLabel(labels.first_name).fill('Mira')
      await page.getByLabel(labels.last_name).fill('Ray')
      await page.getByLabel(labels.email).fill(`mira@${tag}.example.org`)
      await page.getByRole('textbox', { name: labels.motivation_letter }).click()
      await page.getByRole('toolbar').waitFor()
      await page.keyboard.insertText(text(430))
      const buffer = Buffer.from(await resumeFile('mira.pdf').arrayBuffer())
      const file = { name: 'mira.pdf', mimeType: 'application/pdf', buffer }
      await page.getByLabel(labels.resume).setInputFiles(file)
      faults.push(...(await faultsOn(page, 'filled')))
      await page.getByRole('button', { name: submit }).click()
      await page.getByRole('heading', { name: words.thanks.heading }).waitFor()
      faults.push(...(await faultsOn(page, 'success')))
      await page.getByRole('link', { name: words.thanks.own }).click()
      await page.getByText(words.application.state.pending).waitFor()
      faults.push(...(await faultsOn(page, 'private page')))
      const [{ id }] = await call('GET', '/applications?q=mira')
      journey.rows(`UPDATE applications SET keep_until = date('now', '+20 days') WHERE id = ${id}`)
      await page.reload()
      await page.getByText(words.application.revokeConsent).click()
      faults.push(...(await faultsOn(page, 'consent')))

      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      const share = await call('POST', '/shares', { ids: [id, 1], name: 'Foyer', expires_at })
      await look(new URL(share.url).pathname)
      await page.goto(`${journey.url}/alerts`)
      const email = `mira.alert@${tag}.example.org`
      await page.getByLabel(words.alerts.email).fill(email)
      await page.getByRole('button', { name: words.alerts.send }).click()
      await page.getByRole('heading', { name: words.alerts.sentTitle }).waitFor()
      const { text: mailed } = await mailbox.next(email)
      await look(/\/alerts\/confirm\/\S+/.exec(mailed)?.[0] ?? '')
      await page.getByRole('button', { name: words.alerts.confirm.button }).click()
      await page.getByText(words.alerts.confirm.doneTitle).waitFor()
      faults.push(...(await faultsOn(page, 'alert')))

      await put('maintenance_mode', 'true')
      await look('/maintenance')
      await put('maintenance_mode', 'false')
      expect(faults.filter((fault) => !/Mira|mira|Ray/.test(fault))).toEqual([])
    },
  )
})
