import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { navigationBegins } from '../lib/moved-on.ts'
import { PageHeader } from './PageHeader.tsx'

test.each([
  ['has the focus', false],
  ['leaves the focus where Tab has moved it', true],
])('the heading of a screen that was loading %s', async (_, movesOn) => {
  const screen = (title: string, quiet: boolean) => (
    <>
      <a href="#first">First</a> <a href="#second">Second</a>
      <PageHeader title={title} quiet={quiet} />
    </>
  )
  history.pushState(null, '', '/backoffice/pages')
  const { rerender } = await render(screen('Pages', false))
  ;(page.getByRole('link', { name: 'First' }).element() as HTMLElement).focus()
  navigationBegins()
  history.pushState(null, '', `/backoffice/users/${movesOn}`)
  await rerender(screen('Users', true))
  if (movesOn) await userEvent.keyboard('{Tab}')
  await rerender(screen('Users', false))
  const expected = movesOn
    ? page.getByRole('link', { name: 'Second' })
    : page.getByRole('heading', { name: 'Users' })
  await expect.element(expected).toHaveFocus()
})
