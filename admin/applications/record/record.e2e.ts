import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { settled, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`)
const isAt = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(`H1 ${name}`)
/** The name shown once it isn't `before`; while that person loads, it may be 'Application'. */
async function nextName(page: Page, before: string) {
  const person = (name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name, exact: true })
  await person(before).waitFor({ state: 'detached' })
  await person(/^Person/).waitFor()
  // A key decides about nobody who was not on screen.
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))))
  return (await heading(page).textContent()) ?? ''
}
const position = (page: Page) =>
  page.getByRole('navigation', { name: 'Applications of the list' }).textContent()

describe('Application record', () => {
  const journey = startJourney()

  /** Adds pending applications 'Person 001' and so on, without a resume. */
  const addPeople = (count: number) =>
    journey.rows(
      `INSERT INTO applications (job_id, first_name, last_name, folded_name, email, motivation_letter, status)
       WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       SELECT 1, 'Person', printf('%03d', i), printf('person %03d', i), 'p' || i || '@example.org',
         '<p>A letter.</p>', 'pending' FROM n RETURNING id`,
    )
  const statusOf = (name: string) =>
    journey.rows(`SELECT status FROM applications WHERE last_name = '${name}'`)[0]?.status

  test('twenty applications are decided across pages by key, and by click, with Undo', async () => {
    journey.rows("UPDATE applications SET status = 'selected' RETURNING id")
    addPeople(70)
    const page = await journey.open('/backoffice/applications?status=pending&sort=created_at', as)
    const row = (place: number) => page.locator('[data-row]').nth(place)
    await row(44).focus()
    let keys = 1
    const press = async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    }
    await press('Enter')
    await expect.poll(() => position(page)).toBe('45 of 70')
    const first = (await heading(page).textContent()) ?? ''
    await page.getByRole('button', { name: 'never', exact: true }).click()
    await page.getByLabel('Go to next after deciding').check()
    for (let decided = 0; decided < 20; decided += 1) {
      const name = (await heading(page).textContent()) ?? ''
      await page
        .getByRole('link', { name: 'Next application' })
        .and(page.locator('[href]'))
        .waitFor()
      await press('3')
      await isAt(page, await nextName(page, name))
    }
    expect(keys).toBeLessThanOrEqual(40)
    const rejected = "SELECT count(*) AS n FROM applications WHERE status = 'rejected'"
    await expect.poll(() => journey.rows(rejected)[0]?.n).toBe(20)
    await expect.poll(() => position(page)).toBe('65 of 70')

    await page.keyboard.press('z')
    await expect.poll(() => journey.rows(rejected)[0]?.n).toBe(19)
    const reject = page.getByRole('button', { name: 'Rejected', exact: true })
    const before = (await heading(page).textContent()) ?? ''
    await reject.click()
    await expect.poll(() => heading(page).textContent()).not.toBe(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => journey.rows(rejected)[0]?.n).toBe(19)
    await expect.poll(() => statusOf(before.replace('Person ', ''))).toBe('pending')
    expect(statusOf(first.replace('Person ', ''))).toBe('rejected')
  })

  test('the way back focuses the row; keys are listed and can be turned off', async () => {
    const page = await journey.open('/backoffice/applications', as)
    await page.locator('[data-row]').nth(1).click()
    await page.getByRole('link', { name: 'Next application' }).waitFor()
    const second = (await heading(page).textContent()) ?? ''
    await page.keyboard.press('j')
    const third = await nextName(page, second)
    await isAt(page, third)

    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Edit notes').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await keys.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await settled(page)
    expect(await heading(page).textContent()).toBe(third)
    await page.evaluate(() => localStorage.removeItem('singleKeys'))

    await page.getByRole('link', { name: 'Back to Applications' }).click()
    await expect.poll(() => focused(page)).toBe(`A ${third}`)
    await page.keyboard.press('/')
    await expect.poll(() => focused(page)).toBe('INPUT ')
  })

  test('PDF, DOCX and DOC resumes are beside the letter, and the next one is read ahead', async () => {
    for (const name of ['mira.doc', 'mira.docx', 'mira.pdf']) {
      const body = applicationForm({ job_id: 2, resume: resumeFile(name) })
      const response = await fetch(`${journey.url}/api/applications/submit`, {
        method: 'POST',
        body,
      })
      expect(response.status).toBe(201)
    }
    const page = await journey.open('/backoffice/applications?sort=-created_at', as)
    await page.locator('[data-row]').first().click()
    const shown = page.locator('section:not([inert]) > div > iframe')
    for (const type of ['PDF', 'DOCX', 'DOC']) {
      await expect.poll(() => shown.getAttribute('src')).toContain(`#${type.toLowerCase()}`)
      await shown.contentFrame().getByText('Lead engineer').first().waitFor()
      // The application after the last of the three has no resume.
      if (type !== 'DOC') await page.locator('section[inert] iframe').waitFor({ state: 'attached' })
      await isAt(page, (await heading(page).textContent()) ?? '')
      if (type === 'PDF') {
        await page.keyboard.press('r')
        await expect.poll(() => focused(page)).toBe('IFRAME ')
        await page.keyboard.press('Escape')
        expect(await axeViolations(page)).toEqual([])
      }
      if (type !== 'DOC') await page.keyboard.press('j')
    }
    const others = page.getByRole('region', { name: 'Also applied' })
    await expect.poll(() => others.getByRole('listitem').count()).toBe(2)
    const before = page.url()
    await others.getByRole('listitem').getByRole('link').first().click()
    await expect.poll(() => page.url()).not.toBe(before)
    await others.getByRole('listitem').getByRole('link').first().waitFor()
    await page.setViewportSize({ width: 1000, height: 800 })
    await page.getByRole('tab', { name: 'Resume' }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test('two reviewers write notes at once, and the second keeps both', async () => {
    const path = '/backoffice/applications/4'
    const reviewer = { as: await journey.createStaff(['review_applications']) }
    const [one, two] = [await journey.open(path, as), await journey.open(path, reviewer)]
    for (const [page, text] of [
      [one, 'Called on Monday'],
      [two, 'Wrote on Tuesday'],
    ] as const) {
      await page.getByRole('link', { name: 'Edit Notes' }).waitFor()
      await page.keyboard.press('n')
      await page.getByRole('toolbar', { name: /Notes/ }).waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    }
    await one.keyboard.press('Control+Enter')
    await one.getByRole('link', { name: 'Edit Notes' }).waitFor()
    await two.reload()
    await two.getByRole('textbox', { name: 'Notes' }).getByText('Wrote on Tuesday').waitFor()
    await two.getByRole('button', { name: 'Save', exact: true }).click()
    await two.getByRole('radio', { name: 'Keep both' }).check()
    await two.getByRole('link', { name: 'Back to Applications' }).click()
    await two.getByRole('button', { name: 'Keep editing' }).click()
    await two.getByRole('button', { name: 'Save', exact: true }).click()
    await two.getByRole('link', { name: 'Edit Notes' }).waitFor()
    const notes = String(journey.rows('SELECT notes FROM applications WHERE id = 4')[0]?.notes)
    expect(notes.replace(/<[^>]+>/g, ' ')).toMatch(
      /Ada Halloran, .+ Called on Monday .+, \d+ .+ Wrote on Tuesday/,
    )
  })

  test('the palette finds screens and people, and only what one may open', async () => {
    const page = await journey.open('/backoffice', as)
    await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search' })
    await search.fill('actv lo')
    await page.getByRole('option', { name: 'Activity Log', selected: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await isAt(page, 'Activity Log')
    const [person] = journey.rows('SELECT * FROM applications WHERE id = 1')
    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Recent' }).getByText('Activity Log').waitFor()
    await search.fill(String(person?.last_name))
    await page.getByRole('group', { name: 'People' }).getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await isAt(page, `${person?.first_name} ${person?.last_name}`)

    const editor = await journey.createStaff(['edit_pages'])
    const limited = await journey.open('/backoffice', { as: editor })
    await limited.getByRole('button', { name: 'Search' }).click()
    const options = limited.getByRole('option')
    await options.getByText('Pages', { exact: true }).waitFor()
    expect(await options.getByText(/Audit|Applications|Users/).count()).toBe(0)
  })
})
