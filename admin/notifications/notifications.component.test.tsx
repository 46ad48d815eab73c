import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import type { notificationList } from '#api/office/notifications/contract/row.ts'
import { requests, serverError, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'

type List = z.infer<typeof notificationList>

const now = new Date().toISOString()
const news = {
  unread: 2,
  notifications: [
    {
      kind: 'mention',
      id: 7,
      at: now,
      is_unread: true,
      application_id: 3,
      applicant: 'Cleo Marsh',
      by: 'Rita Marchetti',
      text: 'What do you think, @Ada Halloran?',
    },
    {
      kind: 'application',
      id: 4,
      at: now,
      is_unread: true,
      applicant: 'Mira Ostergard',
      job_title: 'Baker',
    },
    {
      kind: 'email',
      id: 9,
      at: '2026-01-05T09:00:00.000Z',
      is_unread: false,
      to_address: 'nils@example.org',
      subject: 'Your application',
    },
  ],
} satisfies List

const open = (list: unknown = news) =>
  openBackOffice('/profile', {
    'GET /api/notifications': list,
    'POST /api/notifications/read': undefined,
    'GET /api/auth/second-factor': serverError,
    'GET /api/auth/sessions': [],
    'GET /api/auth/busy-calendar': null,
    'GET /api/outbox/server': { mail_server: true },
  })
const bell = (name: string) => page.getByRole('button', { name, exact: true })
const panel = page.getByRole('dialog', { name: 'Notifications' })
const marks = () => requests.filter(({ url }) => url.pathname === '/api/notifications/read')

describe('The notifications', () => {
  test('the bell says how many are unread, and opening it marks what it shows as read', async () => {
    await open()
    await bell('Notifications, 2 unread').click()
    await expect.element(panel).toHaveFocus()
    await expect.element(panel.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect.element(panel.getByRole('heading', { name: '5 Jan 2026' })).toBeVisible()
    const links = panel.getByRole('link').elements()
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/backoffice/applications/3?tab=conversation',
      '/backoffice/applications/4',
      '/backoffice/email?state=failed',
    ])
    await expect
      .element(panel.getByRole('link', { name: /^New: Rita Marchetti mentioned you about Cleo/ }))
      .toBeVisible()
    await expect.element(bell('Notifications')).toBeVisible()
    const until = () => marks().map(({ url }) => url.searchParams.get('until'))
    await expect.poll(until).toEqual([now])
    expect(await axeViolations()).toEqual([])
  })

  test('a token that ends soon, or has ended, leads to the screen of tokens', async () => {
    const token = { kind: 'token' as const, at: now, is_unread: true, name: 'HR system' }
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await open({
      unread: 2,
      notifications: [
        { ...token, id: 1, expires_at: inDays(3) },
        { ...token, id: 2, expires_at: inDays(-3) },
      ],
    } satisfies List)
    await bell('Notifications, 2 unread').click()
    const soon = panel.getByRole('link', { name: /“HR system” expires soon *It works until/ })
    await expect.element(soon).toHaveAttribute('href', '/backoffice/api')
    await expect
      .element(panel.getByRole('link', { name: /“HR system” has expired *Programs/ }))
      .toBeVisible()
  })

  test('answers about interviews say what the candidate chose, on the company’s clocks', async () => {
    const interview = {
      kind: 'interview' as const,
      id: 5,
      at: now,
      is_unread: true,
      application_id: 3,
      applicant: 'Cleo Marsh',
      job_title: 'Baker',
      is_declined: false,
      time: '2026-03-03T04:15:00.000Z',
      time_zone: 'Asia/Kathmandu',
      reply: null,
    }
    const declined = { ...interview, is_declined: true, reply: 'Only mornings, please' }
    await open({
      unread: 3,
      notifications: [interview, { ...declined, id: 6 }, { ...declined, id: 7, time: null }],
    } satisfies List)
    await bell('Notifications, 3 unread').click()
    const texts = () =>
      panel
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent)
    await expect
      .poll(texts)
      .toEqual([
        expect.stringMatching(/Cleo Marsh picked Tuesday.* 3 March 2026 at 10:00Interview: Baker/),
        expect.stringMatching(/canceled the interview on Tuesday.* at 10:00Only mornings, please/),
        expect.stringContaining('Cleo Marsh asks for other timesOnly mornings, please'),
      ])
    expect(panel.getByRole('link').first().element().getAttribute('href')).toBe(
      '/backoffice/applications/3?tab=interviews',
    )
  })

  test('Enter opens the panel, Escape closes it and returns the focus', async () => {
    await open()
    await expect.element(bell('Notifications, 2 unread')).toBeVisible()
    ;(bell('Notifications, 2 unread').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(panel).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(panel.getByRole('link').first()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /^Notifications/ })).toHaveFocus()
  })

  test('following a link closes the panel', async () => {
    await open()
    stubApi({ 'GET /api/outbox': [], 'GET /api/outbox/status': serverError })
    await bell('Notifications, 2 unread').click()
    await panel.getByRole('link', { name: /nils@example.org failed/ }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Email', level: 1 })).toBeVisible()
  })

  test('without any the panel says so, and nothing is marked', async () => {
    await open({ unread: 0, notifications: [] } satisfies List)
    await bell('Notifications').click()
    await expect.element(panel.getByText(/^You're up to date/)).toBeVisible()
    expect(marks()).toEqual([])
    expect(await axeViolations()).toEqual([])
  })

  test('a failure is reported in the panel, and Retry loads them', async () => {
    await open(serverError)
    await bell('Notifications').click()
    await expect.element(panel.getByText('Failed to load notifications')).toBeVisible()
    stubApi({ 'GET /api/notifications': news })
    await panel.getByRole('button', { name: 'Retry' }).click()
    await expect.element(panel.getByText(/Mira Ostergard applied/)).toBeVisible()
    await expect.element(panel).toHaveFocus()
  })

  test('fifty unread are called 50+', async () => {
    const many = Array.from({ length: 50 }, (_, id) => ({ ...news.notifications[1], id: id + 1 }))
    await open({ unread: 50, notifications: many })
    await expect.element(bell('Notifications, 50+ unread')).toBeVisible()
  })
})
