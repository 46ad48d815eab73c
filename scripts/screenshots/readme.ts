import type { Browser } from 'playwright-core'
import { atHour } from '#db/demo/workdays.ts'
import { applicationForm } from '../testing/fixtures/application-form.ts'

/** A screenshot on a picture, in pixels of the picture; `address` is that of a browser's window. */
type Piece = {
  png: Buffer
  x: number
  y: number
  width: number
  height: number
  address?: string
}

const bar = 30

const boxOf = ({ x, y, width, height }: Piece) =>
  `left:${x}px;top:${y}px;width:${width}px;height:${height}px`

const srcOf = ({ png }: Piece) => `data:image/png;base64,${png.toString('base64')}`

const windowHtml = (piece: Piece) =>
  `<div class="window" style="${boxOf(piece)}"><p><i></i><i></i><i></i><span>${piece.address}</span></p><img src="${srcOf(piece)}"></div>`

const phoneHtml = (piece: Piece) =>
  `<div class="phone" style="${boxOf(piece)}"><img src="${srcOf(piece)}"></div>`

const style = `
  * { box-sizing: border-box; margin: 0 }
  body { position: relative; overflow: hidden; height: 100vh;
    background: linear-gradient(135deg, #f7e7d4, #e6c9ad 55%, #9db4b4) }
  .window, .phone { position: absolute; overflow: hidden; background: #fff }
  .window { border-radius: 12px; box-shadow: 0 0 0 1px #2a211b26, 0 24px 60px -12px #2a211b73 }
  .window p { display: flex; align-items: center; gap: 7px; height: ${bar}px; padding: 0 14px;
    border-bottom: 1px solid #2a211b1f; background: #f4f1ec; color: #5b5650;
    font: 12px/1 'Inter', 'Liberation Sans', sans-serif }
  .window i { width: 10px; height: 10px; border-radius: 50%; background: #d3ccc2 }
  .window span { margin: auto; translate: -24px }
  .phone { border: 9px solid #1d1a1c; border-radius: 38px;
    box-shadow: 0 0 0 1px #ffffff40, 0 30px 70px -10px #2a211bb3 }
  img { display: block; width: 100% }
`

/** Composes screenshots into one picture. */
async function compose(
  browser: Browser,
  {
    width,
    height,
    windows,
    phones = [],
  }: { width: number; height: number; windows: Piece[]; phones?: Piece[] },
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } })
  const body = [...windows.map(windowHtml), ...phones.map(phoneHtml)].join('')
  await page.setContent(`<!doctype html><style>${style}</style>${body}`, { waitUntil: 'load' })
  const picture = await page.screenshot({ type: 'jpeg', quality: 84 })
  await page.close()
  return picture
}

/** What to photograph at which size, for `tour` to show it at `scale`. */
export const tourSizes = {
  list: { width: 1100, height: 1000, scale: 0.78 },
  record: { width: 1240, height: 880, scale: 0.8 },
  phone: { width: 390, height: 800, scale: 0.74 },
}

const scaled = (
  { width, height, scale }: (typeof tourSizes)[keyof typeof tourSizes],
  border = 0,
) => ({
  width: Math.round(width * scale) + border,
  height: Math.round(height * scale) + border,
})

/** The list of jobs, an application over it, and in front a phone on which a candidate picks a time. */
export function tour(
  browser: Browser,
  { list, record, phone }: Record<keyof typeof tourSizes, Buffer>,
): Promise<Buffer> {
  const address = 'careers.brackwater.example.com'
  const sizes = {
    list: scaled(tourSizes.list),
    record: scaled(tourSizes.record),
    phone: scaled(tourSizes.phone, 18),
  }
  return compose(browser, {
    width: 1600,
    height: 1000,
    windows: [
      { png: list, x: 48, y: 56, ...sizes.list, address: `${address}/jobs` },
      {
        png: record,
        x: 1600 - 48 - sizes.record.width,
        y: 184,
        ...sizes.record,
        height: sizes.record.height + bar,
        address: `${address}/backoffice`,
      },
    ],
    phones: [{ png: phone, x: 500, y: 372, ...sizes.phone }],
  })
}

export const themeSize = { width: 1280, height: 1340 }

/** One page in each theme, side by side. */
export function themesBeside(browser: Browser, pictures: Buffer[]): Promise<Buffer> {
  const width = 488
  const height = Math.round((themeSize.height * width) / themeSize.width)
  return compose(browser, {
    width: 1600,
    height: height + bar + 72,
    windows: pictures.map((png, at) => ({
      png,
      x: 36 + at * (width + 32),
      y: 36,
      width,
      height: height + bar,
      address: 'careers.brackwater.example.com',
    })),
  })
}

type Site = { url: string; token: string }

const sender =
  ({ url, token }: Site) =>
  async (method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

/** The id of the application that `email` sent. */
export async function applicationOf(site: Site, email: string): Promise<number> {
  const [found] = (await sender(site)('GET', `/applications?q=${email}`)) as { id: number }[]
  if (!found) throw new Error(`No application of ${email}`)
  return found.id
}

export const showRows = (site: Site) =>
  sender(site)('PUT', '/settings/key/jobs_layout', { value: 'rows' })

/** Applies, shortlists and proposes times; returns the address of the candidate's private page. */
export async function invitedCandidate({ url, token, userId }: Site & { userId: number }) {
  const send = sender({ url, token })
  const person = { first_name: 'Niamh', last_name: 'Gallagher', email: 'niamh@example.com' }
  const form = applicationForm({ job_id: 1, ...person })
  const { candidate_url } = (await send('POST', '/applications/submit', form)) as {
    candidate_url: string
  }
  const id = await applicationOf({ url, token }, person.email)
  await send('PUT', `/applications/${id}`, { status: 'shortlisted', tell: 'never' })
  await send('POST', `/applications/${id}/interviews`, {
    times: [atHour(2, 9), atHour(2, 14), atHour(3, 10)],
    minutes: 45,
    place: 'The ice house, Fish Quay, Port Ellery',
    user_ids: [userId],
  })
  return new URL(candidate_url, url).pathname
}
