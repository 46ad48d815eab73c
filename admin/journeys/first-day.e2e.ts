import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Hand, keyboard, mouse } from '#scripts/testing/hand.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { openMailbox } from '#scripts/testing/mailbox.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { adText } from './steps.ts'

const picture = (color: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

const mailbox = await openMailbox()
/** From sign-in to a site with its own look, a picture, a job, a privacy page and a colleague. */
async function firstDay(page: Page, hand: Hand, colleague: string) {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const steps = page.getByRole('region', { name: 'Set up your site' })
  const menu = page.getByRole('navigation', { name: 'Back office' })
  const toDashboard = () => hand.press(menu.getByRole('link', { name: 'Dashboard' }))
  async function upload(label: string, name: string, buffer: Buffer) {
    await hand.press(page.getByRole('button', { name: `Choose: ${label}`, exact: true }))
    const dialog = page.getByRole('dialog')
    const chosen = page.waitForEvent('filechooser')
    await hand.press(dialog.getByRole('button', { name: 'Upload an image' }))
    await (await chosen).setFiles({ name, mimeType: 'image/png', buffer })
    await dialog.waitFor({ state: 'detached' })
  }

  await hand.type(field('Email'), administrator.email)
  await hand.type(field('Password'), administrator.password)
  await hand.press(button('Sign in'))
  await steps.getByText('0 of 7 done').waitFor()

  await hand.type(field('Your first name'), 'Marie')
  await hand.type(field('Your last name'), 'Dune')
  await hand.type(field('Company name'), 'Harbor Bakery')
  await hand.type(field('Site address'), 'jobs.harbor-bakery.example')
  await hand.press(steps.getByRole('button', { name: 'Save' }))
  await steps.getByText('1 of 7 done').waitFor()
  await page.getByRole('heading', { name: 'Welcome back, Marie Dune' }).waitFor()

  await hand.press(steps.getByRole('link', { name: 'Choose a theme' }))
  await hand.press(page.getByRole('radio', { name: /^Warm/ }))
  await hand.type(field('Brand color'), '#a8431f')
  await upload('Logo', 'logo.png', await picture('#a8431f', 320, 80))
  await hand.type(page.getByLabel('Headline'), 'Bread at six in the morning')
  await upload('Image', 'oven.png', await picture('#6b4a2f', 1600, 900))
  await page.getByText('Saved. Not published yet.').waitFor()
  await hand.press(button('Publish'))
  await page.getByText('The new appearance is on your site').waitFor()
  await toDashboard()
  await steps.getByText('2 of 7 done').waitFor()

  await hand.press(steps.getByRole('button', { name: 'Send me a test' }))
  await steps.getByText('3 of 7 done').waitFor()
  await hand.press(steps.getByRole('button', { name: 'Notify me' }))
  await steps.getByText('4 of 7 done').waitFor()

  await hand.press(steps.getByRole('button', { name: 'Use our template' }))
  await hand.press(field('Publish immediately'))
  await hand.press(button('Update Page'))
  await page.getByText('“Privacy” was updated').waitFor()
  await toDashboard()
  await steps.getByText('5 of 7 done').waitFor()

  await hand.press(steps.getByRole('link', { name: 'Create a job' }))
  await hand.type(field('Job Title *'), 'Baker')
  await hand.type(adText(page, 'Job Description *'), 'You bake our bread.')
  await hand.press(page.locator('summary', { hasText: 'Where' }))
  await hand.press(button(/^Add a place/))
  await hand.type(field('Town or city'), 'Port Ellery')
  await page.getByLabel('Country *').selectOption('IE')
  await hand.press(button('Create Job'))
  await page.getByText('“Baker” was created').waitFor()
  await toDashboard()
  await steps.getByText('6 of 7 done').waitFor()

  await hand.press(steps.getByRole('link', { name: 'Invite a colleague' }))
  await hand.type(field('First name *'), 'Mira')
  await hand.type(field('Last name *'), 'Ostergard')
  await hand.type(field('Email *'), colleague)
  await hand.press(page.getByLabel('Review applications'))
  await hand.press(button('Create User'))
  await page.getByText('“Mira Ostergard” was created').waitFor()
  await toDashboard()
  await hand.press(page.getByRole('main').getByRole('link', { name: 'Your site is live' }))
  await page.getByRole('heading', { name: 'Your site is live' }).waitFor()
  await expect
    .poll(() => field('Site address').inputValue())
    .toBe('https://jobs.harbor-bakery.example')

  await hand.press(menu.getByRole('link', { name: 'Pages' }))
  await hand.press(
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Menus' }),
  )
  const header = page.getByRole('form', { name: 'Header' })
  await hand.press(header.getByRole('button', { name: 'Add link' }))
  const item = page.getByRole('group', { name: /^Header item/ }).last()
  await hand.type(item.getByLabel('Label'), 'Our shop')
  await hand.type(item.getByLabel('Address'), 'harbor-bakery.example')
  await hand.press(header.getByRole('button', { name: 'Save header' }))
  await page.getByText('“Header” was updated').waitFor()
}

describe.each([
  ['mouse', mouse, 'clicks'],
  ['keyboard', keyboard, 'keys'],
] as const)('The first day by %s', (_, handOf, unit) => {
  const journey = startJourney({ SEED: 'empty', SMTP_URL: mailbox.url })

  test('leads from an empty site to a branded one', async () => {
    const page = await journey.open('/login')
    const hand = handOf(page)
    const colleague = `mira.${unit}@example.org`
    await firstDay(page, hand, colleague)
    console.log(`first day: ${hand.count()} ${unit}`)
    if (unit === 'clicks') expect(hand.count()).toBeLessThanOrEqual(55)

    expect((await mailbox.next(colleague)).subject).toContain('Harbor Bakery')
    const visitor = await journey.open('/')
    await visitor.getByRole('heading', { name: 'Bread at six in the morning' }).waitFor()
    // The hero, and the logo in header and footer.
    const pictures = visitor.locator('picture img')
    await expect
      .poll(() =>
        pictures.evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 0)),
      )
      .toEqual([true, true, true])
    await visitor.getByRole('link', { name: 'Our shop' }).waitFor()
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).waitFor()
    await visitor.getByText('Port Ellery, Ireland').first().waitFor()
  })
})
