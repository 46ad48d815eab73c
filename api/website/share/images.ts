import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import type { FileStore, PublicFolder } from '#api/core/files/store.ts'
import { lastLanguagesOf, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { inLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import type { Variant } from '#db/enums.ts'
import { pages } from '#db/schema.ts'
import { loadPublished } from '../appearance/rows.ts'
import { load as loadJob } from '../jobs/rows.ts'
import { shownJobs } from '../jobs/shown.ts'
import { partsOf } from '../media/contract.ts'
import type { PictureResult, Pictures } from '../media/pictures.ts'
import { inReadersLanguage } from '../translations/shown.ts'
import { iconHash, shareDrawing, shareHash } from './contract.ts'

const types = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  ico: 'image/x-icon',
}

type File = Awaited<ReturnType<FileStore['open']>>

const forever = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // In mails, feeds and previews of links.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

function answerFile(file: NonNullable<File>, name: string, headers: Record<string, string>) {
  const type = types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types]
  return new Response(file.body, {
    headers: { 'Content-Type': type, 'Content-Length': String(file.size), ...headers },
  })
}

const nothing = (text: string, status: 404 | 503, headers = {}) =>
  new Response(text, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
const notFound = () => nothing('There is nothing at this address', 404)
const later = () =>
  nothing('This image is not available just now. Please try again.', 503, { 'Retry-After': '10' })

const missing = { ok: false, reason: 'failed', message: 'The image is gone' } as const

type Parts = { db: Db; store: FileStore; pictures: Pictures }

/** Answers GET and HEAD at `isImagePath` addresses. Throws when the database or store is down. */
export function createImages({ db, store, pictures }: Parts) {
  const drawing = new Map<string, Promise<boolean>>()

  /** The file, drawn first if it is missing. Null when it can't be drawn just now. */
  async function drawn(
    folder: PublicFolder,
    name: string,
    draw: (output: string) => Promise<PictureResult<readonly string[]>>,
  ): Promise<File> {
    const found = await store.openPublic(folder, name)
    if (found) return found
    const running = drawing.get(folder) ?? publishDrawn(folder, draw)
    drawing.set(folder, running)
    const isDrawn = await running.finally(() => drawing.delete(folder))
    return isDrawn ? store.openPublic(folder, name) : null
  }

  async function publishDrawn(
    folder: PublicFolder,
    draw: (output: string) => Promise<PictureResult<readonly string[]>>,
  ) {
    const output = await store.workFolder()
    try {
      const made = await draw(output)
      if (made.ok) await store.publish(folder, output, [...made.value])
      return made.ok
    } finally {
      await rm(output, { recursive: true, force: true })
    }
  }

  /** The largest file of a picture that can be drawn from, as a local one while `work` runs. */
  async function withPicture<T>(
    { hash, variants }: { hash: string; variants: Variant[] },
    work: (path: string | null) => Promise<T>,
  ): Promise<T> {
    const [best] = variants
      .filter(({ format }) => format !== 'avif')
      .sort((a, b) => b.width - a.width || a.format.localeCompare(b.format))
    const found = best && (await store.openPublic(`media/${hash}`, `${best.width}.${best.format}`))
    if (!found) return work(null)
    const staged = await store.stage(Readable.fromWeb(found.body as never), found.size)
    if (staged === 'too large') return work(null)
    return work(staged.path).finally(() => store.discard(staged))
  }

  /** The row in each language of the site. */
  const inEach = async <T>(read: (rows: T[]) => Promise<T[]>, row: T): Promise<T[]> =>
    (
      await Promise.all(
        lastLanguagesOf(db).map((language) => inLanguage(language, () => read([row]))),
      )
    ).flat()

  async function subjectOf(kind: string, id: number) {
    if (kind === 'jobs') {
      const job = await loadJob(db, id)
      return job?.is_active ? inEach((rows) => shownJobs(db, rows), job) : undefined
    }
    const [page] = await db
      .select({ id: pages.id, title: pages.title, slug: pages.slug, language: pages.language })
      .from(pages)
      .where(and(eq(pages.id, id), eq(pages.is_published, true)))
    return page && inEach((rows) => inReadersLanguage(db, 'page', rows), page)
  }

  async function share([, kind = '', id = '', hash = '']: RegExpExecArray) {
    const name = 'share.png'
    const before = await store.openPublic(`made/${hash}`, name)
    if (before) return answerFile(before, name, forever)
    const subject = await subjectOf(kind, Number(id))
    if (!subject) return notFound()
    const look = await loadPublished(db)
    const { site_name } = await readSiteSettings(db)
    // The address is of the words in one of the languages.
    const drawings = subject.map((one) => shareDrawing(one, site_name, look))
    const hashes = await Promise.all(drawings.map(shareHash))
    const shown = drawings[hashes.indexOf(hash)]
    if (!shown) return notFound()
    const { logo, ...rest } = shown
    const picture = look.pictures.find((picture) => picture.hash === logo)
    const file = await drawn(`made/${hash}`, name, async (output) => {
      const draw = (path: string | null) => pictures.drawShareImage(rest, path, output)
      const made = await (picture ? withPicture(picture, draw) : draw(null))
      return made.ok ? { ok: true, value: [name] } : made
    })
    return file ? answerFile(file, name, forever) : later()
  }

  /** A file of the icon; `hash` is the one in the address, if there is one. */
  async function icon(name: string, headers: Record<string, string>, hash?: string) {
    const look = await loadPublished(db)
    const current = await iconHash(look)
    const picture = look.pictures.find(({ id }) => id === look.icon)
    if (!current || !picture || (hash ?? current) !== current) return notFound()
    const file = await drawn(`made/${current}`, name, (output) =>
      withPicture(picture, async (path) =>
        path ? pictures.makeIcons(path, look.brand_color, output) : missing,
      ),
    )
    if (!file) return later()
    return answerFile(file, name, { ...headers, ...(!hash && { ETag: `"${current}"` }) })
  }

  return async function answer(path: string): Promise<Response> {
    const picture = partsOf(path)
    if (picture) {
      const { hash, width, format } = picture
      const name = `${width}.${format}`
      const file = await store.openPublic(`media/${hash}`, name)
      return file ? answerFile(file, name, forever) : notFound()
    }
    const shared = /^\/share\/(jobs|pages)\/([1-9]\d{0,15})-([0-9a-f]{32})\.png$/.exec(path)
    if (shared) return share(shared)
    const [, hash, size] = /^\/icons\/([0-9a-f]{32})-(192|512|maskable)\.png$/.exec(path) ?? []
    if (hash)
      return icon(size === 'maskable' ? 'icon-512-maskable.png' : `icon-${size}.png`, forever, hash)
    const revalidated = { 'Cache-Control': 'no-cache' }
    if (path === '/favicon.ico') return icon('favicon.ico', revalidated)
    if (path === '/apple-touch-icon.png') return icon('apple-touch-icon.png', revalidated)
    return notFound()
  }
}
