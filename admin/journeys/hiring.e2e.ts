import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { keyboard } from '#scripts/testing/hand.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { openMailbox } from '#scripts/testing/mailbox.ts'
import { administrator } from '#scripts/testing/serve.ts'

const mailbox = await openMailbox()
const journey = startJourney({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://careers.example.com' })

const email = 'mira.hired@example.org'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function apply(job: number) {
  const body = applicationForm({ job_id: job, first_name: 'Mira', last_name: 'Ostergard', email })
  await fetch(`${journey.url}/api/applications/submit`, { method: 'POST', body })
  return Number(journey.rows('SELECT max(id) AS id FROM applications')[0]!.id)
}

/** Adds a step and puts Nia and Oda on the job's hiring team, by keyboard alone. */
async function formTeam(page: Page, title: string) {
  const hand = keyboard(page)
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await hand.press(menu.getByRole('link', { name: 'Settings' }))
  const places = page.getByRole('navigation', { name: 'Settings' })
  await hand.press(places.getByRole('link', { name: 'Hiring' }))
  await hand.press(page.getByRole('button', { name: 'Add a step to Pending' }))
  await page.keyboard.type('Phone call')
  await page.keyboard.press('Enter')
  await page.getByText('The steps are saved').waitFor()
  await hand.press(menu.getByRole('link', { name: 'Jobs' }))
  await hand.press(page.getByRole('link', { name: title, exact: true }))
  await hand.press(page.getByRole('link', { name: 'People', exact: true }))
  for (const name of ['Nia Newcomer', 'Oda Newcomer']) {
    const option = page.getByRole('option', { name })
    await option.waitFor({ state: 'attached' })
    // Typed right after the other name, this one would be read as more of it.
    await hand.type(page.getByLabel('Add a colleague'), '')
    const isChosen = () => option.evaluate((element: HTMLOptionElement) => element.selected)
    while (!(await isChosen())) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByLabel(`${name} is an owner`).waitFor()
  }
}

/** The event of a mailed file, as another parser reads it. */
function eventIn({ calendar }: { calendar: string }) {
  const parsed = new ICAL.Component(ICAL.parse(calendar))
  const { uid, sequence, startDate } = new ICAL.Event(parsed.getFirstSubcomponent('vevent')!)
  const method = parsed.getFirstPropertyValue('method')
  return { method, uid, sequence, start: startDate.toJSDate().toISOString() }
}

test('a team hires by keyboard and by phone: interview, messages and a decision', async () => {
  const [{ job, title } = { job: 0, title: '' }] = journey.rows(
    'SELECT id AS job, title FROM jobs WHERE deleted_at IS NULL ORDER BY id LIMIT 1',
  ) as { job: number; title: string }[]
  const others = journey.rows(`SELECT id FROM applications WHERE job_id <> ${job} LIMIT 1`)
  const id = await apply(job)
  const [nia, oda] = [await journey.createStaff([], 'Nia'), await journey.createStaff([], 'Oda')]
  const record = `${journey.url}/backoffice/applications/${id}`

  await formTeam(await journey.open('/backoffice', { as: administrator }), title)

  // Nia sees the applications for this job only, evaluates, moves and proposes times.
  const one = await journey.open('/backoffice', { as: nia })
  await one.getByRole('main').getByRole('link', { name: title, exact: true }).click()
  await one.getByRole('link', { name: 'Mira Ostergard', exact: true }).waitFor()
  const [{ count } = { count: 0 }] = journey.rows(
    `SELECT count(*) AS count FROM applications WHERE job_id = ${job}`,
  ) as { count: number }[]
  await one.goto(`${journey.url}/backoffice/applications`)
  await one.getByText(`Showing ${count} application`).waitFor()
  await one.goto(`${journey.url}/backoffice/applications/${others[0]?.id}`)
  await one.getByText('Application not found').waitFor()
  await one.goto(`${journey.url}/backoffice/applications`)
  // In the record, Nia never takes the hand off the keyboard.
  const hand = keyboard(one)
  const mira1 = one.getByRole('link', { name: 'Mira Ostergard', exact: true })
  const tab = (name: string) => one.getByRole('tab', { name, selected: true }).waitFor()
  const key = (name: string) => one.keyboard.press(name)
  await hand.press(mira1)
  await tab('Application')
  await key(']')
  await tab('Evaluation')
  const evaluations = one.getByRole('region', { name: 'Evaluations' })
  await hand.press(evaluations.getByRole('radio', { name: 'Strong yes' }))
  await hand.type(evaluations.getByLabel('Why'), 'Measured three rivers.')
  await key('Control+Enter')
  await evaluations.getByRole('article', { name: 'Yours' }).getByText('Strong yes').waitFor()
  await key('s')
  await key('Enter')
  await one.getByRole('button', { name: 'Step: Phone call' }).waitFor()
  await key('c')
  const comment = one.getByRole('textbox', { name: 'Comment', exact: true })
  await expect.poll(() => comment.evaluate((field) => field === document.activeElement)).toBe(true)
  await one.keyboard.type('Ask about the boat.')
  await key('Control+Enter')
  await one.getByRole('listitem').getByText('Ask about the boat.').waitFor()
  await key('Escape')
  await key('e')
  const subject = one.getByLabel('Subject *')
  await expect.poll(() => subject.evaluate((field) => field === document.activeElement)).toBe(true)
  await key('Escape')

  await hand.press(one.getByRole('button', { name: 'Propose times' }))
  const dialog = one.getByRole('dialog')
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  // The parts of a time are typed in an order that depends on the system.
  await dialog.getByLabel('Time 1', { exact: true }).fill(`${day}T10:00`)
  await hand.press(dialog.getByRole('button', { name: 'Add another time' }))
  await dialog.getByLabel('Time 2', { exact: true }).fill(`${day}T15:00`)
  await hand.type(dialog.getByLabel('Place or video link'), 'Quay 4, Port Ellery')
  await hand.press(dialog.getByLabel('Oda Newcomer'))
  await hand.press(dialog.getByRole('button', { name: 'Propose times' }))
  await dialog.waitFor({ state: 'detached' })
  await key(']')
  await tab('Interviews')
  await one.getByText('Waiting for the candidate').waitFor()
  // An open record would read Mira's answer as soon as it is there.
  await one.goto(`${journey.url}/backoffice`)

  // Mira picks the second time on a phone.
  const asked = await mailbox.find(email, /^Choose a time for your interview/)
  const mira = await journey.open(/\/application\/[\w-]{43}/.exec(asked.text)?.[0] ?? '', phone)
  const times = mira.getByRole('group', { name: 'Times' })
  expect(await times.getByRole('radio').count()).toBe(2)
  const time = await times.getByRole('radio').nth(1).getAttribute('value')
  await times.getByRole('radio').nth(1).tap()
  await mira.getByRole('button', { name: 'Choose this time' }).tap()
  await mira.getByRole('status').getByText('Your interview is booked.').waitFor()
  expect(await axeViolations(mira)).toEqual([])
  const invited = await Promise.all(
    [email, nia.email, oda.email].map((to) => mailbox.find(to, /^(Your i|I)nterview .*booked/)),
  )
  const [event] = invited.map(eventIn)
  expect(event).toMatchObject({ method: 'REQUEST', sequence: 0, start: time })
  expect(invited.map(eventIn)).toEqual([event, event, event])

  // Oda reads it on a phone: the interview at once, what Nia thinks only after skipping her own.
  const two = await journey.open('/backoffice', { as: oda, ...phone })
  await two.goto(`${record}?tab=interviews`)
  const open = (name: string) => two.getByRole('tab', { name }).tap()
  const interviews = two.getByRole('region', { name: 'Interviews' })
  await interviews.getByText('Booked', { exact: true }).waitFor()
  expect(await interviews.locator('time').getAttribute('datetime')).toBe(time)
  const bar = await two.getByRole('region', { name: 'Update Status' }).boundingBox()
  expect([bar?.width, Math.round((bar?.y ?? 0) + (bar?.height ?? 0))]).toEqual([390, 844])
  await open('Evaluation')
  const verdicts = two.getByRole('region', { name: 'Evaluations' })
  await verdicts.getByText('1 evaluation, hidden until yours.').waitFor()
  expect(await two.getByText('Measured three rivers.').filter({ visible: true }).count()).toBe(0)
  await verdicts.getByRole('button', { name: /^See others without giving mine/ }).tap()
  await two.getByRole('dialog').getByRole('button', { name: 'See others' }).tap()
  const verdict = verdicts.getByRole('article', { name: 'Nia Newcomer' })
  await verdict.getByText('Measured three rivers.').waitFor()
  expect(await verdict.getByText('Strong yes').count()).toBe(1)
  await open('Activity')
  await two.getByText('Nia Newcomer moved it to Phone call').waitFor()
  await open('Conversation')
  const messages = two.getByRole('region', { name: 'Conversation' })
  await messages.getByText('Ask about the boat.').waitFor()
  await messages
    .getByRole('textbox', { name: 'Message to Mira' })
    .fill('Please bring your field notes.')
  await messages.getByRole('button', { name: 'Send message' }).tap()
  await messages.getByRole('listitem').getByText('Please bring your field notes.').waitFor()
  expect(await axeViolations(two)).toEqual([])
  // An open conversation would read what Mira writes.
  await two.goto(`${journey.url}/backoffice`)

  // Mira opens the link of that mail, and answers.
  const told = await mailbox.find(email, /^You have a message/)
  const page = new URL(/https:\S+\/application\/[\w-]{43}/.exec(told.text)?.[0] ?? '').pathname
  await mira.goto(journey.url + page)
  await mira.getByText('Please bring your field notes.').waitFor()
  await mira.getByLabel('Your message').fill('I will.')
  await mira.getByRole('button', { name: 'Send message' }).tap()
  await mira.getByRole('status').getByText('Your message is sent.').waitFor()

  // Nia finds it unread, decides, and says so on the phone.
  await one.goto(`${journey.url}/backoffice/applications?unread_messages=true`)
  await one.getByRole('row').getByText('1 unread message').waitFor()
  await hand.press(mira1)
  await tab('Application')
  await key(']')
  await key(']')
  await tab('Conversation')
  const answer = one
    .getByRole('region', { name: 'Conversation' })
    .getByRole('listitem')
    .filter({ hasText: 'I will.' })
  await answer.getByText('I will.').waitFor()
  expect(await answer.getByText('New', { exact: true }).count()).toBe(1)
  // Nobody has chosen whether decisions send emails.
  await hand.press(one.getByRole('group', { name: 'Email candidates' }).getByText('never'))
  await one.getByText('Email: none').waitFor()
  await key('4')
  await one.getByText('Mira Ostergard moved to Selected. No email.').first().waitFor()
  await mira.reload()
  await mira.getByRole('heading', { name: 'We have your application' }).waitFor()
  await hand.press(one.getByRole('button', { name: 'More actions for Mira Ostergard' }))
  await one.getByRole('menuitem', { name: 'Send the email now' }).waitFor()
  await key('ArrowDown')
  await key('Enter')
  await one.getByText('Mira was notified on').first().waitFor()
  await mira.reload()
  await mira.getByRole('heading', { name: 'We would like to work with you' }).waitFor()
  await mira.getByRole('heading', { name: 'Your interview is booked' }).waitFor()
  expect(await axeViolations(mira)).toEqual([])
})
