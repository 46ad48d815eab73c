import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { checkFolder } from '#scripts/integrity.ts'
import { resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const off = { javaScriptEnabled: false }
const pdf = resumeFile('mira.pdf', 'Mira Østergård (CV).pdf')
const upload = async () => ({
  name: pdf.name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await pdf.arrayBuffer()),
})
const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { name, level }).waitFor()

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
}

describe('Without JavaScript', () => {
  const journey = startJourney()

  test('the form shows an error at each field and keeps the input', async () => {
    const page = await journey.open('/jobs/1/apply', off)
    const typed = {
      'First name': 'Mira "Mi" <b>',
      'Last name': 'Østergård & Søn',
      Email: 'mira@',
      Phone: '+45 12',
      'Motivation letter': `  Line one\n\nLine <three>\n${words(385)}`,
    }
    await fill(page, typed)
    await page.getByLabel('Resume').setInputFiles(await upload())
    // The browser's own validation would keep this address from the server.
    await page.getByLabel('Email').evaluate((input: HTMLInputElement) => {
      input.type = 'text'
    })
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    expect((await answer).status()).toBe(400)
    await page.getByText(`${pdf.name}, 47 KB, kept. Choose another file to replace it`).waitFor()
    for (const [label, value] of Object.entries(typed))
      expect(await page.getByLabel(label).inputValue()).toBe(value)
    const email = page.getByLabel('Email')
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    const error = page.locator(`#${(await email.getAttribute('aria-describedby')) ?? ''}`)
    expect(await error.textContent()).toContain('name@example.com')
    expect(await page.getByLabel('First name').getAttribute('aria-invalid')).toBe('false')

    await email.fill('mira.back@example.org')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await heading(page, 'Application Submitted Successfully!')
    // Chromium has nothing to show but its own page.
    await page.goBack().catch(() => {})
    await expect.poll(() => page.url()).not.toContain('/application/success')
    const shown = () => page.content().catch(() => 'mira, while it loads')
    await expect.poll(shown).not.toMatch(/mira|Line one/i)
  })

  test('the chosen file survives a refused form, a reload and kill -9', async () => {
    const page = await journey.open('/jobs/1/apply', off)
    const email = 'mira.kept@example.org'
    await fill(page, {
      'First name': 'Mira',
      'Last name': 'Østergård',
      Email: email,
      // Long enough for the browser, which counts blanks.
      'Motivation letter': `${words(100)}${' '.repeat(400)}.`,
    })
    // On disk: a reload sends a file from memory without its bytes.
    const path = join(journey.folder, pdf.name)
    await writeFile(path, await pdf.bytes())
    await page.getByLabel('Resume').setInputFiles(path)
    const send = async () => {
      const answer = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Submit Application' }).click()
      return (await answer).status()
    }
    expect(await send()).toBe(400)
    const kept = page.getByText(`${pdf.name}, 47 KB, kept.`)
    await kept.waitFor()
    // The browser's question whether to post again is answered with yes.
    await page.reload()
    await kept.waitFor()
    await journey.restart()
    expect(await send()).toBe(400)
    await kept.waitFor()
    await page.getByLabel('Motivation letter').fill(words(400))
    expect(await page.getByLabel('Resume').getAttribute('required')).toBeNull()
    expect(await send()).toBe(303)
    await heading(page, 'Application Submitted Successfully!')
    expect(
      journey.rows(`SELECT resume_name, resume_size FROM applications WHERE email = '${email}'`),
    ).toEqual([{ resume_name: pdf.name, resume_size: pdf.size }])
    expect(checkFolder(journey.folder).faults).toEqual([])
  })

  test('a double click applies once', async () => {
    const page = await journey.open('/jobs/2/apply', off)
    await fill(page, {
      'First name': 'Dora',
      'Last name': 'Double',
      Email: 'double@example.org',
      'Motivation letter': words(420),
    })
    await page.getByLabel('Resume').setInputFiles(await upload())
    await page.getByRole('button', { name: 'Submit Application' }).dblclick()
    await heading(page, 'Application Submitted Successfully!')
    // Proves absence: a second application would be stored by then.
    await new Promise((next) => setTimeout(next, 500))
    expect(journey.rows("SELECT id FROM applications WHERE last_name = 'Double'")).toHaveLength(1)
  })

  test('letter and answers are shown again when the job was closed in the meantime', async () => {
    const driver = { id: 1, kind: 'yes_no', label: 'Do you drive?', help: null, required: true }
    const shift = { ...driver, id: 2, kind: 'single_choice', label: 'Which shift?' }
    const questions = JSON.stringify([
      { ...driver, options: null },
      { ...shift, options: ['Day', 'Night'] },
    ])
    journey.rows(`UPDATE jobs SET questions = '${questions}' WHERE id = 4 RETURNING id`)
    const page = await journey.open('/healthz', off)
    const opened = async () => {
      await page.goto(`${journey.url}/jobs/4/apply`)
      return page.getByText('Which shift?').count()
    }
    await expect.poll(opened).toBe(1)
    await page.getByLabel('Yes').check()
    await page.getByLabel('Night').check()
    const letter = `My letter.\n${words(420)}`
    await fill(page, {
      'First name': 'Late',
      'Last name': 'Comer',
      Email: 'late@example.org',
      'Motivation letter': letter,
    })
    await page.getByLabel('Resume').setInputFiles(await upload())
    journey.rows('UPDATE jobs SET is_active = 0 WHERE id = 4 RETURNING id')
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    expect((await posted).status()).toBe(410)
    await heading(page, 'This position is closed')
    await page.getByText('Job not found').waitFor()
    await page.getByText('Your application was not sent.').waitFor()
    await page.getByText(letter).waitFor()
    const answer = page.getByRole('definition')
    expect(await page.getByRole('term').allTextContents()).toEqual([driver.label, shift.label])
    expect(await answer.allTextContents()).toEqual(['Yes', 'Night'])
    await page.getByRole('link', { name: 'Back to Jobs' }).click()
    await heading(page, 'Open Positions')
  })
})
