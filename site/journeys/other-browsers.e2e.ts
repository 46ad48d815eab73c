import { appendFile, copyFile, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { say } from '#api/core/words/contract/say.ts'
import { languages, type Words } from '#api/core/words/contract.ts'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import { applicationForm, words } from '#scripts/testing/fixtures/application-form.ts'
import { german, offerGerman } from '#scripts/testing/languages/german.ts'
import { mailServer, unfolded } from '#scripts/testing/mail-server.ts'
import { releaseHeldMails } from '#scripts/testing/mailbox.ts'
import { oidcProvider } from '#scripts/testing/oidc/provider.ts'
import { administrator, type RunningServer, startServer } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'
import { openFirefox } from '#scripts/testing/webdriver/firefox.ts'
import { findProgram } from '#scripts/testing/webdriver/programs.ts'
import type { Tab } from '#scripts/testing/webdriver/tab.ts'
import { openWebKit } from '#scripts/testing/webdriver/webkit.ts'

const resume = join(import.meta.dirname, '../../scripts/testing/fixtures/resumes/mira.pdf')

describe.each([
  ['WebKitGTK', openWebKit, ['WebKitWebDriver', 'MiniBrowser', 'Xvfb']],
  ['Firefox ESR', openFirefox, ['firefox-esr']],
] as const)('%s', (_, open, programs) => {
  const absent = programs.find((program) => !findProgram(program))

  describe.skipIf(absent)(absent ? `(no ${absent})` : 'on the site and in the back office', () => {
    let folder = ''
    let server: RunningServer
    let mails: Awaited<ReturnType<typeof mailServer>>
    let tab: Tab
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'foyer-other-browsers-'))
      mails = await mailServer()
      const env = {
        RATE_LIMITS: 'off',
        SMTP_URL: mails.url,
        PUBLIC_URL: 'https://careers.example.com',
      }
      server = await startServer({ folder, env })
      tab = await open()
    })
    afterAll(async () => {
      await tab?.driver.close()
      await server?.stop()
      await mails?.close()
      await rm(folder, { recursive: true, force: true })
    })

    /** Reads one row directly from the database. */
    function row(sql: string) {
      const db = new DatabaseSync(join(folder, 'careers.db'), { timeout: 5000 })
      try {
        return db.prepare(sql).get()
      } finally {
        db.close()
      }
    }
    const letter = () =>
      tab.run(() => document.querySelector('[role=textbox]#motivation_letter')?.textContent)
    /** Pastes the letter; types only its first and last characters. */
    async function writeLetter({ form }: Pick<Words, 'form'> = languages.en) {
      const text = words(430)
      await tab.click('field', form.labels.motivation_letter)
      await tab.driver.type(text[0] ?? '')
      await tab.until('the editor', () =>
        tab.run(() => document.activeElement?.matches('[role=textbox]#motivation_letter')),
      )
      await tab.run(
        (start) => {
          document.execCommand('insertText', false, start)
        },
        text.slice(1, -3),
      )
      for (const character of text.slice(-3)) {
        // Time passes: keys within one millisecond overtake the editor's caret in Firefox.
        await new Promise((next) => setTimeout(next, 100))
        await tab.driver.type(character)
      }
      await tab.sees('430/400')
    }

    test('a visitor sees errors, loses nothing on a reload, and applies', async () => {
      await tab.goto(`${server.url}/jobs/1/apply#apply`)
      await tab.sees('0/400 characters')
      await tab.click('button', 'Submit Application')
      await tab.sees('5 things need your attention')
      await tab.sees('Resume is required')
      const isSeen = (selector: string) =>
        tab.run((selector) => {
          const { top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
          return top !== undefined && top >= 0 && (bottom ?? 0) <= innerHeight
        }, selector)
      for (const part of ['#application [role=alert]', 'label[for=first_name]', '#first_name'])
        await tab.until(`${part} to be in view`, () => isSeen(part))

      await tab.type('First name', 'Mira')
      await tab.type('Last name', 'Fox')
      await tab.type('Email', 'mira@example.org')
      await writeLetter()
      const letterIsBack = () =>
        tab.until('the letter', async () => (await letter()) === words(430))
      await tab.reload()
      await letterIsBack()
      expect(await tab.value('First name')).toBe('Mira')
      await tab.type('Phone', '12')
      await tab.reload()
      await letterIsBack()

      await tab.choose('Resume', resume)
      await tab.sees('Chosen: mira.pdf')
      await tab.until('the file to be kept', () =>
        tab.run(() => sessionStorage.getItem('application-1')?.includes('file_resume')),
      )
      await tab.reload()
      await letterIsBack()
      await tab.sees('Chosen: mira.pdf')
      await tab.click('button', 'Submit Application')
      await tab.sees('Application Submitted Successfully!')
      expect(
        row(
          "SELECT first_name, last_name, phone FROM applications WHERE email = 'mira@example.org'",
        ),
      ).toEqual({ first_name: 'Mira', last_name: 'Fox', phone: '12' })
    })

    test('Back keeps what was typed, and shows an empty form once it is sent', async () => {
      const question = (id: number, kind: string, label: string) => ({
        id,
        kind,
        label,
        help: null,
        required: false,
        options: null,
      })
      const questions = [
        question(1, 'short_text', 'City?'),
        question(2, 'number', 'Years?'),
        question(3, 'date', 'From when?'),
      ]
      const rules = { letter: 'off', resume: 'optional', questions: JSON.stringify(questions) }
      row(
        `UPDATE jobs SET ${Object.entries(rules)
          .map(([name, value]) => `${name} = '${value}'`)
          .join(', ')} WHERE id = 4 RETURNING id`,
      )
      const shown = async () =>
        (await (await fetch(`${server.url}/jobs/4/apply`)).text()).includes('City?')
      await tab.until('the questions', shown)
      await tab.goto(`${server.url}/jobs/4/apply#apply`)
      await tab.until('the form', () =>
        tab.run(() => document.querySelector<HTMLFormElement>('#application')?.noValidate),
      )
      await tab.type('First name', 'Mira')
      await tab.type('Last name', 'Fox')
      await tab.type('Email', 'back@example.org')
      await tab.type('City?', 'Lisbon')
      await tab.type('Years?', '7')
      await tab.run(() => {
        const date = document.querySelector<HTMLInputElement>('[type=date]')
        if (date) date.value = '2027-01-04'
        date?.dispatchEvent(new Event('input', { bubbles: true }))
      })
      // One after the other: WebKit's driver loses calls side by side while it navigates.
      async function answers() {
        const values = []
        for (const name of ['First name', 'City?', 'Years?', 'From when?'])
          values.push(await tab.value(name))
        return values
      }
      const typed = JSON.stringify(['Mira', 'Lisbon', '7', '2027-01-04'])
      await tab.click('button', 'Home')
      await tab.sees('Featured Job Openings')
      await tab.back()
      await tab.until('the answers', async () => JSON.stringify(await answers()) === typed)

      const path = join(folder, 'cv.pdf')
      await copyFile(resume, path)
      await tab.choose('Resume', path)
      await tab.sees('Chosen: cv.pdf')
      // By then its content was read, to be compared.
      await tab.until('the file to be kept', () =>
        tab.run(() => sessionStorage.getItem('application-4')?.includes('file_resume')),
      )
      await appendFile(path, ' ')
      // WebKit compares whole seconds, and cuts what was appended within one.
      const later = new Date(Date.now() + 10_000)
      await utimes(path, later, later)
      await tab.click('button', 'Submit Application')
      await tab.sees('cv.pdf has changed since you chose it; choose it again')
      await tab.choose('Resume', path)
      await tab.sees('Chosen: cv.pdf')
      await tab.click('button', 'Submit Application')
      await tab.sees('Application Submitted Successfully!')
      expect(
        row("SELECT count(*) AS sent FROM applications WHERE email = 'back@example.org'"),
      ).toEqual({ sent: 1 })
      const isEmpty = async () => JSON.stringify(await answers()) === '["","","",""]'
      await tab.back()
      await tab.sees('You sent this application.')
      await tab.until('an empty form after Back', isEmpty)
      await tab.reload()
      await tab.sees('You sent this application.')
      await tab.until('an empty form after a reload', isEmpty)
      expect(await tab.run(() => sessionStorage.getItem('application-4'))).toBeNull()
    })

    test('a candidate corrects the phone, withdraws, takes it back and erases on the private page', async () => {
      const body = applicationForm({ job_id: 1, email: 'own@example.org' })
      const sent = await fetch(`${server.url}/api/applications/submit`, { method: 'POST', body })
      const { candidate_url } = (await sent.json()) as { candidate_url: string }
      const own = "SELECT phone, withdrawn_at FROM applications WHERE email = 'own@example.org'"
      await tab.goto(server.url + new URL(candidate_url).pathname)
      await tab.sees('We have your application')
      expect(await tab.run(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await tab.click('button', 'Change phone number')
      await tab.type('Phone', '+45 98 76')
      await tab.click('button', 'Save phone number')
      await tab.sees('Your phone number is saved.')
      await tab.click('button', 'Withdraw application')
      await tab.sees('Withdraw your application for Calibration Technician?')
      await tab.click('button', 'Withdraw application')
      await tab.sees('You withdrew this application')
      expect(row(own)?.withdrawn_at).toBeTruthy()
      await tab.click('button', 'Undo')
      await tab.sees('We are considering your application again.')
      expect(row(own)?.withdrawn_at).toBeNull()
      await tab.click('button', 'Erase everything')
      await tab.sees('Erase everything about your application for Calibration Technician?')
      await tab.click('button', 'Email the confirmation link')
      await tab.sees('Nothing is erased yet.')
      const link = () =>
        mails.received
          .map((mail) => /\/application\/confirm\/[\w-]{43}/.exec(unfolded(mail))?.[0])
          .find(Boolean)
      await expect.poll(link).toBeTruthy()
      await tab.goto(server.url + link())
      await tab.sees('Erase everything about your application for Calibration Technician?')
      await tab.click('button', 'Erase everything')
      await tab.sees('Everything is erased')
      expect(row(own)).toBeUndefined()
    })

    test('staff sign in with Enter, read a resume by key and leave it with Escape', async () => {
      const { id } = row('SELECT max(id) AS id FROM applications') as { id: number }
      await tab.goto(`${server.url}/backoffice/applications/${id}`)
      await tab.type('Email', administrator.email)
      await tab.type('Password', administrator.password)
      await tab.press('Enter')
      await tab.sees('Motivation letter')
      await tab.driver.type('r')
      // WebKitGTK has ended while a script was run in a frame that was still loading.
      await tab.until('the preview', () =>
        tab.run(() => document.querySelector('iframe')?.checkVisibility()),
      )
      await tab.gone('Loading...')
      await tab.until('the first page', () =>
        tab.runInFrame(() => document.querySelector('canvas')?.clientHeight),
      )
      await tab.seesInFrame('Lead engineer')
      await tab.until('the frame to have the focus', () =>
        tab.run(() => document.activeElement?.tagName === 'IFRAME'),
      )
      // The frame may be gone before the key is released.
      await tab.pressInFrame('Escape').catch(() => {})
      await tab.until('the record to have the focus', () =>
        tab.run(() => document.activeElement?.tagName !== 'IFRAME'),
      )
    })

    test('staff write into a question of a page, which stays open, and go on with Enter', async () => {
      const faq = (title: string, text: string) =>
        toHtml({ name: 'faq', values: {}, entries: [{ title, text }] })
      const { id } = row('SELECT min(id) AS id FROM pages') as { id: number }
      row(`UPDATE pages SET content = '${faq('When', '<p>now</p>')}' WHERE id = ${id} RETURNING id`)
      await tab.goto(`${server.url}/backoffice/pages/${id}/edit`)
      await tab.until('the page in its frame', () =>
        tab.runInFrame(() => document.querySelector('[role=textbox] summary')?.textContent),
      )
      await tab.run(() => document.querySelector('iframe')?.focus())
      await tab.runInFrame(() => {
        const summary = document.querySelector('[role=textbox] summary')!
        const { left, top, height } = summary.getBoundingClientRect()
        const at = { clientX: left + 4, clientY: top + height / 2 }
        summary.dispatchEvent(
          new MouseEvent('mousedown', { ...at, bubbles: true, cancelable: true }),
        )
        const text = document.createTreeWalker(summary, NodeFilter.SHOW_TEXT).nextNode()!
        getSelection()!.collapse(text, text.textContent!.length)
      })
      const question = () =>
        tab.runInFrame(() => document.querySelector('[role=textbox] summary')?.textContent)
      await tab.typeInFrame(' is it?')
      await tab.until('the question', async () => (await question()) === 'When is it?')
      expect(await tab.runInFrame(() => document.querySelector('details')?.open)).toBe(true)
      await tab.pressInFrame('Enter')
      await tab.typeInFrame('Soon, ')
      await tab.until('the answer', async () =>
        (await tab.runInFrame(() => document.querySelector('details')?.textContent))?.includes(
          'Soon, now',
        ),
      )
      await tab.click('button', 'Update Page')
      await tab.until('the page to be saved', async () => {
        const { content } = row(`SELECT content FROM pages WHERE id = ${id}`) as { content: string }
        return content === faq('When is it?', '<p>Soon, now</p>')
      })
      // A form that waits for its answer asks before it is left.
      await tab.sees('was updated')
    })

    test('staff write a page in the page: keys, undo, and a space in a question', async () => {
      await tab.goto(`${server.url}/backoffice/pages/new`)
      await tab.until('the toolbar', () =>
        tab.run(() => Boolean(document.querySelector('[role=toolbar][aria-label*=Content]'))),
      )
      await tab.run(() => {
        const { contentDocument } = document.querySelector<HTMLIFrameElement>('#content')!
        contentDocument?.querySelector<HTMLElement>('[role=textbox]')?.focus()
      })
      const text = () =>
        tab.run(() =>
          [
            ...document
              .querySelector<HTMLIFrameElement>('#content')!
              .contentDocument!.querySelectorAll('[role=textbox] > *'),
          ].map(({ textContent }) => textContent),
        )
      const has = (...lines: string[]) =>
        tab.until(lines.join(', '), async () => String(await text()) === String(lines))
      await tab.typeInFrame('One')
      await tab.pressInFrame('Enter')
      await tab.typeInFrame('Two')
      await has('One', 'Two')
      // Behind More in a narrow window.
      const use = (tool: string) =>
        tab.run((tool) => {
          document.querySelector<HTMLElement>(`[data-tool=${tool}]`)?.click()
        }, tool)
      await use('Undo')
      await tab.until('the undo', async () => !String(await text()).includes('Two'))
      await use('Redo')
      await has('One', 'Two')
      await use('Block')
      await tab.type('Find a block', 'questions')
      await tab.press('Enter')
      const summary = () =>
        tab.run(() => {
          const inside = document.querySelector<HTMLIFrameElement>('#content')?.contentDocument
          const found = inside?.querySelector('summary')
          return (
            found && `${inside?.hasFocus()} ${found.closest('details')?.open} ${found.textContent}`
          )
        })
      await tab.until('the caret in the question', async () => (await summary()) === 'true true ')
      await tab.typeInFrame('Who are you?')
      await tab.until('the space', async () => (await summary()) === 'true true Who are you?')
      // Firefox waits for an answer before it leaves what isn't saved.
      await tab.run(() => document.querySelector<HTMLElement>('a[href$="/pages"]')?.click())
      await tab.click('button', 'Leave')
      await tab.gone('Leave without saving?')
    })

    test('staff sign in with the company, and are where they wanted to be', async () => {
      const provider = await oidcProvider()
      const other = await mkdtemp(join(tmpdir(), 'foyer-other-browsers-'))
      const env = { ...provider.env, OIDC_LABEL: 'Acme', OIDC_DOMAINS: 'example.org' }
      const company = await startServer({ folder: other, env })
      try {
        const claims = { email: 'nia@example.org', email_verified: true, name: 'Nia North' }
        await provider.next({ sub: 'nia', claims })
        await tab.goto(`${company.url}/backoffice/profile`)
        await tab.click('button', 'Sign in with Acme')
        await tab.sees('Your Profile')
        await tab.until('the name', async () => (await tab.value('First name *')) === 'Nia')
        expect(await tab.run(() => location.pathname + location.hash)).toBe('/backoffice/profile')
      } finally {
        await company.stop()
        await provider.stop()
        await rm(other, { recursive: true, force: true })
      }
    })

    test('staff set a status, and the toast about a conflict fits its text', async () => {
      const { id } = row('SELECT max(id) AS id FROM applications') as { id: number }
      await tab.goto(`${server.url}/backoffice/applications/${id}`)
      await tab.click('button', 'Shortlisted')
      const set = `SELECT 1 FROM applications WHERE id = ${id} AND status = 'shortlisted'`
      await tab.until('the status', async () => row(set))
      await tab.run(() => document.body.replaceChildren())
      await tab.reload()
      await tab.sees('Email candidates:')
      // What the screen sends is held back until a colleague has saved something else.
      await tab.run(() => {
        const { fetch } = window
        const sent = new Promise((send) => Object.assign(window, { send }))
        window.fetch = async (input, init) => {
          if (init?.method === 'PUT') {
            Object.assign(window, { isHeld: true })
            await sent
          }
          return fetch(input, init)
        }
      })
      await tab.click('button', 'Selected')
      await tab.until('the request', () => tab.run(() => 'isHeld' in window))
      row(
        `UPDATE applications SET status = 'rejected', updated_at = '2030-01-01T00:00:00.000Z'
         WHERE id = ${id} RETURNING id`,
      )
      row(
        `INSERT INTO audit_events (actor_id, actor_name, action, target_id)
         VALUES (1000, 'Hanna Quist', 'application.changed', ${id}) RETURNING id`,
      )
      await tab.run(() => (window as unknown as { send: () => void }).send())
      await tab.sees('Hanna Quist moved them to Rejected.')
      const [stack, toast] = await tab.run(() => {
        const toast = [...document.querySelectorAll('[role=alert]')].find((alert) =>
          alert.textContent.includes('Hanna Quist'),
        )
        return [toast?.parentElement, toast].map((element) => element?.getBoundingClientRect())
      })
      expect(stack?.height).toBeCloseTo(toast?.height ?? 0, 1)
      expect(toast?.height).toBeLessThan(150)
    })

    test('a candidate applies in German, is rejected, and reads German throughout', async () => {
      const { de } = languages
      const call = staffCalls(server)
      await offerGerman(call)
      await tab.goto(`${server.url}/de/jobs`)
      await tab.sees(de.jobs.heading)
      await tab.click('button', say(de.jobs.applyFor, { job: german.job.title }, 'de'))
      await tab.sees('Sie prüfen Durchflussmessgeräte.')
      await tab.goto(`${server.url}/de/jobs/1/apply#apply`)
      await tab.sees('0/400')
      await tab.click('button', de.form.submit)
      await tab.sees(de.errors.firstNameRequired)
      const { labels } = de.form
      await tab.type(labels.first_name, 'Greta')
      await tab.type(labels.last_name, 'Fuchs')
      await tab.type(labels.email, 'greta@example.org')
      await writeLetter(de)
      await tab.choose(labels.resume, resume)
      await tab.sees('Ausgewählt: mira.pdf')
      await tab.click('button', de.form.submit)
      await tab.sees(de.thanks.heading)
      await tab.click('button', de.thanks.own)
      await tab.sees(de.application.state.pending)

      const mailed = (text: string) =>
        expect
          .poll(() =>
            mails.received.map(unfolded).filter((mail) => mail.includes('greta@example.org')),
          )
          .toContainEqual(expect.stringContaining(text))
      await mailed('Guten Tag Greta Fuchs,')
      const { id } = row("SELECT id FROM applications WHERE email = 'greta@example.org'") as {
        id: number
      }
      await call('PUT', `/applications/${id}`, { status: 'rejected', tell: 'now' })
      await releaseHeldMails(server, row)
      await mailed('leider haben wir uns')
      const told = `SELECT 1 FROM applications WHERE id = ${id} AND told_status = 'rejected'`
      await tab.until('the candidate to be told', async () => row(told))
      await tab.reload()
      await tab.sees(de.application.state.rejected)
      expect(await tab.run(() => document.documentElement.lang)).toBe('de')
    })
  })
})
