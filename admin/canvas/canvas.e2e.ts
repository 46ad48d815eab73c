import type { Frame, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startingThemes } from '#api/website/appearance/contract/starting-looks.ts'
import { themes } from '#db/enums.ts'
import { axeViolations } from '#scripts/testing/axe.ts'
import { allBlocks, uploadPicture } from '#scripts/testing/fixtures/blocks.ts'
import { pictureForm, png } from '#scripts/testing/fixtures/picture.ts'
import { settled, startJourney } from '#scripts/testing/journey.ts'
import { administrator, signIn } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'
import { button, pageText } from '../journeys/steps.ts'

const journey = startJourney()
const call = staffCalls(journey)
let id = 0

beforeAll(async () => {
  const { token } = await signIn(journey.url)
  const form = pictureForm(png('3f6b74', { width: 1200, height: 800 }))
  const picture = await uploadPicture(journey.url, token, form)
  const blocks = allBlocks('Tea and cake', picture)
    // The server draws these: they are no text to write in.
    .replace(/<section data-block="(?:jobs|video)"[\s\S]*?<\/section>/g, '')
  const content = `<h2>What we make</h2><p>All of <strong>it</strong>.</p><ul><li><p>One</p></li></ul>${blocks}`
  const row = { title: 'All blocks', slug: 'all', content, is_published: true }
  id = (await call('POST', '/pages', row)).id
})

/** Box, face and color of each element of the text, in order. */
const boxesIn = (place: Page | Frame) =>
  place.evaluate(() => {
    const text = document.querySelector('main .rich-text')!
    for (const details of text.querySelectorAll('details')) details.open = true
    const origin = text.getBoundingClientRect()
    const all = 'section, h2, p, li, blockquote, summary, details, figcaption, th, td'
    return [...text.querySelectorAll(all)]
      .filter((element) => element.checkVisibility() && element.textContent?.trim())
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const { fontFamily, fontSize, fontWeight, color } = getComputedStyle(element)
        return {
          box: [left - origin.left, top - origin.top, width, height],
          look: `${element.localName} “${element.textContent?.trim().slice(0, 20)}”: ${fontWeight} ${fontSize} ${fontFamily} ${color}`,
        }
      })
  })

describe.each(themes)('The canvas in the theme %s', (look) => {
  beforeAll(async () => {
    await call('PUT', '/appearance', { look, ...startingThemes[look] })
    await call('POST', '/appearance/publish')
  })

  test.each(['desktop', 'phone'])('has the boxes of the page: %s', async (device) => {
    const page = await journey.open(`/backoffice/pages/${id}/edit`, { as: administrator })
    await pageText(page).waitFor()
    if (device === 'phone') await button(page, 'Phone width').click()
    const frame = (await (
      await page.locator('iframe[data-canvas]').elementHandle()
    )?.contentFrame())!
    const width = () => frame.evaluate(() => innerWidth)
    await expect.poll(width).toBe(device === 'phone' ? 390 : 1152)
    const viewport = { width: await width(), height: 900 }
    const shown = await journey.open('/page/all', { viewport, colorScheme: 'light' })
    await settled(shown)
    const expected = await boxesIn(shown)
    const found = () => boxesIn(frame)
    const looks = (all: typeof expected) => all.map((one) => one.look)
    await expect.poll(async () => looks(await found())).toEqual(looks(expected))
    // Both round their lines to pixels by themselves.
    const farthest = (all: typeof expected) =>
      Math.max(
        ...all.flatMap(({ box }, at) =>
          box.map((side, number) => Math.abs(side - (expected[at]?.box[number] ?? 0))),
        ),
      )
    await expect.poll(async () => farthest(await found())).toBeLessThanOrEqual(1)
    expect(await axeViolations(page)).toEqual([])
  })
})
