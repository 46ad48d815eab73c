import { startingThemes } from '../api/website/appearance/contract/starting-looks.ts'
import type { Theme } from '../db/enums.ts'

type Site = { url: string; token: string }

/** Publishes another look for a site with the demo; its logo, hero and pictures stay. */
export async function publishLook({ url, token }: Site, look: Theme) {
  async function send(method: string, path: string, body?: unknown) {
    const response = await fetch(`${url}/api/appearance${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`)
    return (await response.json()) as { updated_at: string | null }
  }
  const { updated_at } = await send('GET', '')
  await send('PUT', '', { look, ...startingThemes[look], updated_at })
  await send('POST', '/publish')
}
