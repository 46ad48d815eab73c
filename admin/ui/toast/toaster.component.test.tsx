import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { serverError } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { job } from '#scripts/testing/components/rows.ts'
import { dismiss, toast } from '../../lib/toasts.ts'
import { Toaster } from './Toaster.tsx'

const toasts = page.getByLabelText('Messages')

function isOnTop(name: string) {
  const button = page.getByRole('button', { name, exact: true }).element()
  const { left, right, top, bottom } = button.getBoundingClientRect()
  // Points inside the rounded corners.
  const points = [left + 10, right - 10].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]))
  return points.every(([x = 0, y = 0]) => button.contains(document.elementFromPoint(x, y)))
}

describe('Toasts', () => {
  test.each([
    [1440, 900],
    [1120, 800],
    [768, 1024],
    [390, 700],
  ])('toasts do not cover the save button at %i x %i', async (width, height) => {
    await page.viewport(width, height)
    await openBackOffice('/jobs/1/edit', {
      'GET /api/jobs/1': job,
      'GET /api/jobs/suggestions': serverError,
      'GET /api/settings': serverError,
      'GET /api/settings/public': 'offline',
      'GET /api/appearance/published': serverError,
    })
    await expect.element(page.getByRole('button', { name: 'Update Job' })).toBeVisible()
    await expect.element(toasts.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect.poll(() => isOnTop('Update Job')).toBe(true)
    document.querySelector('form')?.scrollIntoView({ block: 'end' })
    await expect.poll(() => isOnTop('Update Job')).toBe(true)
    expect(isOnTop('Retry')).toBe(true)
  })

  test('one that goes moves nothing while a pointer is down', async () => {
    const { style } = document.documentElement
    const space = () => style.getPropertyValue('--toast-space')
    const point = (type: string) => document.body.dispatchEvent(new PointerEvent(type))
    const frames = () => new Promise((next) => setTimeout(next, 100))
    await render(<Toaster />)
    const id = toast({ message: '“Site Name” was updated', kind: 'done' })
    await expect.poll(space).toMatch(/[1-9]/)
    const before = space()
    point('pointerdown')
    dismiss(id)
    await expect.element(toasts).not.toBeVisible()
    await frames()
    expect(space()).toBe(before)
    point('pointerup')
    await expect.poll(space).toBe('0px')
  })

  test('toasts appear one at a time, and one with Undo comes back, then goes away by itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await render(<Toaster />)
    const undo = toasts.getByRole('button', { name: 'Undo' })
    toast({ message: '“Site Tagline” was not changed', undo: () => {} })
    await expect.element(undo).toBeVisible()
    toast({ message: '“Site Name” was updated', kind: 'done' })
    await expect.element(toasts.getByText('“Site Name” was updated')).toBeVisible()
    expect(toasts.getByRole('button', { name: 'Dismiss' }).elements()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.element(undo).toBeVisible()
    await vi.advanceTimersByTimeAsync(600_000)
    await expect.element(undo).not.toBeInTheDocument()
  })
})
