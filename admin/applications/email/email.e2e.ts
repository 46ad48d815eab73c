import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { header, mailServer, unfolded } from '#scripts/testing/mail-server.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { write } from '../../journeys/steps.ts'

const env: Record<string, string> = {}

describe('emails to candidates', () => {
  let server: Awaited<ReturnType<typeof mailServer>>
  beforeAll(async () => {
    server = await mailServer()
    env.SMTP_URL = server.url
  })
  afterAll(() => server.close())
  const journey = startJourney(env)

  test('a template becomes an email that arrives, and survives a reload while it is written', async () => {
    const page = await journey.open('/backoffice/templates/new', { as: administrator })
    await page.getByLabel('Name *').fill('Interview')
    await page.getByLabel('Subject *').fill('Meet us, {first_name}')
    await write(page, 'Message *', 'Dear {salary}')
    await page.getByRole('button', { name: 'Create template' }).click()
    await page.getByText('{salary} is not a placeholder.').waitFor()
    await write(page, 'Message *', 'Dear ')
    await page.getByRole('button', { name: 'Placeholder' }).click()
    await page.getByRole('menuitem', { name: 'First name' }).click()
    await page.getByText('Dear Alex', { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create template' }).click()
    await page.getByRole('heading', { name: 'Interview' }).waitFor()
    expect(await axeViolations(page)).toEqual([])

    await page.goto(`${journey.url}/backoffice/applications/1?tab=conversation`)
    const composer = page.getByRole('region', { name: 'Write' })
    await composer.getByText('Email', { exact: true }).click()
    const subject = composer.getByLabel('Subject *')
    await subject.waitFor()
    await composer.getByRole('button', { name: 'Insert a template' }).click()
    await page.getByRole('menuitem', { name: 'Template: Interview' }).click()
    await expect.poll(() => subject.inputValue()).toBe('Meet us, {first_name}')
    await subject.fill('Come and see us, {first_name}')
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await expect.poll(() => subject.inputValue()).toBe('Come and see us, {first_name}')
    await composer.getByRole('button', { name: 'Send email' }).click()
    await expect.poll(() => subject.inputValue()).toBe('')
    const sent = page.getByRole('listitem').filter({ hasText: 'Come and see us, ' })
    await sent.getByText('Sent', { exact: true }).waitFor()
    await vi.waitFor(() => expect(server.received).toHaveLength(1), 30_000)
    const message = unfolded(server.received[0] ?? '')
    expect(header(message, 'Subject')).toContain('Come_and_see_us=2C_S=C3=B8ren')
    expect(header(message, 'Reply-To')).toBe(administrator.email)
    expect(await axeViolations(page)).toEqual([])
  })

  test('an email, a comment and notes that are written when the session ends can be sent after the next sign-in', async () => {
    const path = '/backoffice/applications/2'
    const page = await journey.open(path, { as: administrator })
    const tab = (name: string) => page.getByRole('tab', { name }).click()
    await tab('Conversation')
    const composer = page.getByRole('region', { name: 'Write' })
    const comment = composer.getByLabel('Comment', { exact: true })
    await composer.getByText('Comment for the team').click()
    await comment.fill('Ask @')
    await page.getByRole('listbox', { name: 'Mention' }).getByRole('option').first().waitFor()
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await comment.press(key)
    expect(await comment.inputValue()).toMatch(/^Ask @\S+ .+ $/)
    await comment.fill('A first thought')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Edit comment').fill('A second thought')
    await comment.fill('Calls back on Monday')
    await tab('Application')
    await page.getByRole('link', { name: 'Edit Notes' }).click()
    await write(page, 'Notes', 'Speaks Danish')
    await tab('Conversation')
    await composer.getByText('Email', { exact: true }).click()
    const subject = composer.getByLabel('Subject *')
    await subject.fill('One more question')
    await write(page, 'Message *', 'When could you start?')

    await page.evaluate(() => localStorage.setItem('token', 'stale'.repeat(8)))
    await composer.getByRole('button', { name: 'Send email' }).click()
    await page.getByText("You've been signed out").waitFor()
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(administrator.password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    await expect.poll(() => subject.inputValue()).toBe('One more question')
    await composer.getByRole('textbox', { name: 'Message *' }).getByText('When could you').waitFor()
    const before = server.received.length
    await composer.getByRole('button', { name: 'Send email' }).click()
    await expect.poll(() => subject.inputValue()).toBe('')
    await expect.poll(() => server.received.length).toBe(before + 1)
    await composer.getByText('Comment for the team').click()

    await expect.poll(() => comment.inputValue()).toBe('Calls back on Monday')
    const edited = page.getByLabel('Edit comment')
    await expect.poll(() => edited.inputValue()).toBe('A second thought')
    const conversation = page.getByRole('region', { name: 'Conversation' })
    for (const name of ['Save', 'Comment']) {
      await conversation.getByRole('button', { name, exact: true }).click()
      await expect
        .poll(() => journey.rows('SELECT text FROM comments').map(({ text }) => text))
        .toContain(name === 'Save' ? 'A second thought' : 'Calls back on Monday')
    }
    await tab('Application')
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByRole('textbox').getByText('Speaks Danish').waitFor()
    await notes.getByRole('button', { name: 'Save' }).click()
    await notes.getByRole('link', { name: 'Edit Notes' }).waitFor()
    expect(journey.rows('SELECT notes FROM applications WHERE id = 2')).toEqual([
      { notes: '<p>Speaks Danish</p>' },
    ])
    const drafts = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))
    await expect.poll(drafts).toEqual([])
  })
})
