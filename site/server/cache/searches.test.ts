import { expect, it } from 'vitest'
import { stubSite as site } from './stub-site.ts'

it('the page cache serves equivalent searches from memory', async () => {
  const { state, get } = await site()
  const spelled = ['?q=Rye+bread&place=Basel', '?place=basel&q=rye%20%20BREAD&page=1&x=1']
  for (const query of spelled)
    expect(await (await get(`/jobs${query}`)).text()).toBe(
      '<p>first at /jobs?place=basel&q=rye+bread</p>',
    )
  expect(state.rendered).toBe(1)
})

it('the page cache renders pages ahead after a change, but searches only on request', async () => {
  const { state, get, publish } = await site()
  for (const path of ['/', '/jobs', '/jobs?q=a', '/jobs?q=b']) await get(path)
  await publish('second')
  await expect.poll(() => state.rendered).toBe(6)
  // Proves absence: a search would be rendered by then.
  await new Promise((next) => setTimeout(next, 50))
  expect(state.rendered).toBe(6)
  expect(await (await get('/jobs?q=a')).text()).toBe('<p>second at /jobs?q=a</p>')
  expect(state.rendered).toBe(7)
})

it('the page cache keeps its pages when flooded with searches', async () => {
  const { state, get } = await site()
  await get('/jobs')
  for (let n = 0; n < 300; n++) await get(`/jobs?q=${n}`)
  const before = state.rendered
  await get('/jobs')
  expect(state.rendered).toBe(before)
  // The first searches have been evicted.
  await get('/jobs?q=0')
  expect(state.rendered).toBe(before + 1)
})
