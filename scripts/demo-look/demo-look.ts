import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { startingLooks } from '#api/appearance/contract/starting-looks.ts'
import type { Look } from '#db/enums.ts'

type Site = { url: string; token: string }

async function send<T>({ url, token }: Site, method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api${path}`, {
    ...{ method, headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

type Picture = { id: number; hash: string; slow_formats: string }

/** As companies have them: scenes as JPEG, logo and icon as PNG. */
async function upload(
  { url, token }: Site,
  name: string,
  format: 'jpeg' | 'png',
  words: { alt: string } | { decorative: 'true' },
) {
  const drawing = new URL(`${name}.svg`, import.meta.url)
  const bytes = await sharp(await readFile(drawing))
    .toFormat(format)
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), `${name}.${format}`)
  for (const [field, value] of Object.entries(words)) form.append(field, value)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/media`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Picture
}

/** Until the slow formats are there, too. */
async function whole(site: Site, { id }: Picture) {
  for (let tries = 0; tries < 300; tries++) {
    const { slow_formats } = await send<Picture>(site, 'GET', `/media/${id}`)
    if (slow_formats === 'made') return
    await new Promise((next) => setTimeout(next, 200))
  }
  throw new Error('The pictures took more than a minute')
}

const bench = 'A workbench with an open gauge, in front of a window over the harbor'
const figureOf = ({ hash }: Picture) =>
  `<figure class="align-wide"><img src="/media/${hash}/1200.jpg" alt="${bench}"><figcaption>The electronics workshop, upstairs where the light is good.</figcaption></figure>`

/** Uploads the demo company's pictures, one into About. Returns how to publish a look with them. */
export async function addDemoPictures(site: Site) {
  const harbor = await upload(site, 'harbor', 'jpeg', {
    alt: 'A level gauge and a buoy off the fish quay at first light',
  })
  const workshop = await upload(site, 'workshop', 'jpeg', { alt: bench })
  const [light, dark, icon] = [
    await upload(site, 'logo-light', 'png', { alt: 'Brackwater' }),
    await upload(site, 'logo-dark', 'png', { alt: 'Brackwater' }),
    await upload(site, 'icon', 'png', { decorative: 'true' }),
  ]
  await Promise.all([whole(site, harbor), whole(site, workshop)])
  type Page = { id: number; content: string }
  const { id, content } = await send<Page>(site, 'GET', '/pages/slug/about')
  const [first, ...rest] = content.split('</p>')
  await send(site, 'PUT', `/pages/${id}`, {
    content: [first, [figureOf(workshop), rest.join('</p>')].join('')].join('</p>'),
  })
  return async (look: Look) => {
    const current = await send<{ updated_at: string | null }>(site, 'GET', '/appearance')
    await send(site, 'PUT', '/appearance', {
      ...{ look, ...startingLooks[look], updated_at: current.updated_at },
      ...{ logo_light: light.id, logo_dark: dark.id, icon: icon.id },
      hero: {
        headline: 'Build the instruments that rivers are read by',
        text: 'Gauges, probes and buoys from the old ice house in Port Ellery, at work in 23 countries.',
        media_id: harbor.id,
        focal: { x: 70, y: 55 },
      },
    })
    await send(site, 'POST', '/appearance/publish')
  }
}
