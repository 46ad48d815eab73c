import { setTimeout as pause } from 'node:timers/promises'
import { administrator, signIn } from '../../../scripts/testing/serve.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'

type Look = { brand_color: string; hero: { headline: string | null } }

/** Color and headline are published together, so a look with those of two looks is a half one. */
const lookNumber = (n: number) => ({
  brand_color: `#${n.toString(16).padStart(6, '0')}`,
  hero: { headline: `Look ${n}` },
})
const numberOf = ({ brand_color, hero }: Look) => {
  // Nothing has been published yet.
  if (hero.headline === null) return 0
  const n = Number.parseInt(brand_color.slice(1), 16)
  return hero.headline === `Look ${n}` ? n : undefined
}

export const look: Scenario = {
  name: 'kill -9, look',
  run: ({ cycles }) =>
    withScenarioContext(async ({ start }) => {
      let server = await start()
      let published = 0
      let acknowledged = 0
      let early = 0
      const faults: string[] = []
      const { token } = await signIn(server.url, administrator)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const call = (method: string, path: string, json?: object) =>
        fetch(`${server.url}/api/appearance${path}`, {
          method,
          headers,
          ...(json && { body: JSON.stringify(json) }),
        })
      for (let n = 1; n <= cycles * 5; n++) {
        const put = await call('PUT', '', lookNumber(n))
        const publishing = call('POST', '/publish').catch(() => undefined)
        await pause(Math.random() * 40)
        const killed = server.kill()
        if ((await publishing)?.ok) acknowledged = n
        await killed
        server = await start()
        const shown = (await (await fetch(`${server.url}/api/appearance/published`)).json()) as Look
        const shownNumber = numberOf(shown)
        const draft = (await (await call('GET', '')).json()) as Look & { is_draft: boolean }
        const html = await (await fetch(server.url)).text()
        faults.push(
          ...unless(put.ok, `the draft was refused with ${put.status}`),
          ...unless(shownNumber === n || shownNumber === published, `half a look after ${n}`),
          ...unless((shownNumber ?? 0) >= acknowledged, `look ${acknowledged} was lost`),
          ...unless(draft.is_draft === (shownNumber !== n), `neither draft nor published: ${n}`),
          ...unless(
            !shownNumber || html.includes(`Look ${shownNumber}`),
            `Home shows another look`,
          ),
        )
        if (shownNumber === published) early += 1
        published = shownNumber ?? published
      }
      await server.stop()
      return {
        figures: `${cycles * 5} kills while publishing, ${early} before it: always a whole look, old or new`,
        faults,
      }
    }),
}
