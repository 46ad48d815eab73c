import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { runLimited } from '#api/core/child/limited-child.ts'
import type { Variant } from '#db/enums.ts'
import type { ShareDrawing } from '../share/contract.ts'
import { headingFaces } from './child/faces.ts'
import type { Job, ReadPicture, Reply } from './child/job.ts'
import { widths } from './contract.ts'

export type { ReadPicture } from './child/job.ts'

/**
 * Why a picture was not made. `unusable`: the file is to blame (400). `busy`: try again soon (429).
 * `disk full` (507). `stopped`: the server is stopping (503). `failed`: a bug, logged here (500).
 */
export type PictureFailure = {
  ok: false
  reason: 'unusable' | 'busy' | 'disk full' | 'stopped' | 'failed'
  /** A sentence for the person at the screen. */
  message: string
}
export type PictureResult<T> = { ok: true; value: T } | PictureFailure

/**
 * Reads pictures in a child process, one at a time. Every operation creates the folder `output`,
 * which must be on the data volume and not exist yet, and removes it when it fails.
 */
export type Pictures = {
  /** Writes WebP and JPEG (PNG where transparent), and for an SVG PNG and WebP. */
  read(source: string, output: string): Promise<PictureResult<ReadPicture>>
  /**
   * Writes the largest copy only, as WebP and JPEG or PNG. `busy` when the queue would take longer
   * than a person waits.
   */
  readLargest(source: string, output: string): Promise<PictureResult<ReadPicture>>
  /** The slow format, of the same source; waits behind everything else. None for an SVG. */
  makeAvif(source: string, output: string): Promise<PictureResult<{ variants: Variant[] }>>
  /**
   * Writes favicon.ico, icon-192.png, icon-512.png, icon-512-maskable.png and apple-touch-icon.png,
   * from a picture's largest PNG, JPEG or WebP. Returns their names.
   */
  makeIcons(source: string, brandColor: string, output: string): Promise<PictureResult<string[]>>
  /**
   * Writes `share.png`, 1200 × 630. `logo` is a file, PNG, JPEG or WebP. A title with characters
   * that the heading face lacks is left out.
   */
  drawShareImage(
    drawing: Omit<ShareDrawing, 'logo'>,
    logo: string | null,
    output: string,
  ): Promise<PictureResult<{ bytes: number; hasTitle: boolean }>>
  /** Whether the next call would be `busy`: lets a route refuse before it reads an upload. */
  isBusy(): boolean
  /** Kills the child and ends all that wait with `stopped`. */
  stop(): Promise<void>
}

declare module '#api/core/route/context.ts' {
  interface Services {
    pictures: Pictures
  }
}

export type PicturesOptions = {
  log?: Pick<Logger, 'error'>
  /**
   * In seconds of CPU time, as a busy machine is not the picture's fault; a child that takes more is
   * killed. So is one that takes four times as long by the clock.
   */
  pictureTime?: number
  drawingTime?: number
  /** Resident memory in MB; a child that takes more is killed. Only where there is /proc. */
  memory?: number
  maxWaiting?: number
  /** For `readLargest`, in ms, by the time that the last ones took. */
  maxWaitMs?: number
  /** 0 in tests, which share the machine with other work. */
  niceness?: number
  /**
   * Folder for the child's compiled modules, which halves its start. Only for tests: a child that a
   * picture has taken over could leave code there for the next one.
   */
  compileCache?: string
  /** Made by api/website/media/drawing-fonts.ts. */
  fonts?: string
}

type Queued = {
  isSlow?: boolean
  output: string
  /** Decided when it is its turn: whether a file is an SVG is read from the disk. */
  job(): Promise<Job | null> | Job
  resolve(result: PictureResult<never>): void
}

/** Found from the working directory, as the migrations are. */
const program = path.resolve('api/website/media/child/main.ts')

const messages = {
  busy: 'Many images are being read at the moment. Try again in a minute.',
  'disk full':
    'The server’s disk is full, so nothing was saved. Tell the person who runs this server.',
  stopped: 'Foyer is restarting. Try again in a minute.',
  failed: 'This image could not be read because of an error in Foyer. Try again.',
  'too slow':
    'Reading this image takes too long. Save it smaller or simpler, as PNG or JPEG, and try again.',
  'too large':
    'Reading this image takes too much memory. Save it as JPEG or smaller and try again.',
}
const failure = (reason: Exclude<PictureFailure['reason'], 'unusable'>): PictureFailure => ({
  ok: false,
  reason,
  message: messages[reason],
})
const unusable = (message: string): PictureFailure => ({ ok: false, reason: 'unusable', message })

export function createPictures({
  log,
  pictureTime = 30,
  drawingTime = 5,
  memory = 420,
  maxWaiting = 200,
  maxWaitMs = 30_000,
  niceness = 15,
  compileCache,
  fonts = path.resolve('dist/fonts'),
}: PicturesOptions = {}): Pictures {
  const queue: Queued[] = []
  let idle: Promise<void> | null = null
  const stopping = new AbortController()
  /** Of the last ones for which people waited. */
  let averageMs = 0

  const waitMs = () => averageMs * (queue.filter(({ isSlow }) => !isSlow).length + (idle ? 1 : 0))

  function enqueue<T>(given: Omit<Queued, 'resolve'>): Promise<PictureResult<T>> {
    return new Promise((resolve) => {
      if (stopping.signal.aborted) return resolve(failure('stopped'))
      if (queue.length >= maxWaiting) return resolve(failure('busy'))
      queue.push({ ...given, resolve })
      idle ??= work()
    })
  }

  /** People wait for the others, nobody for AVIF. */
  function next(): Queued | undefined {
    const first = queue.findIndex(({ isSlow }) => !isSlow)
    return queue.splice(Math.max(first, 0), 1)[0]
  }

  async function work() {
    for (let queued = next(); queued; queued = next()) {
      const began = performance.now()
      queued.resolve((await make(queued).catch(failed)) as PictureResult<never>)
      const took = performance.now() - began
      if (!queued.isSlow) averageMs = averageMs ? averageMs + (took - averageMs) / 4 : took
    }
    idle = null
  }

  async function make({ job: decide, output }: Queued): Promise<PictureResult<unknown>> {
    const job = await decide()
    if (!job) return { ok: true, value: { variants: [] } }
    const temporary = path.join(output, 'tmp')
    await mkdir(temporary, { recursive: true, mode: 0o700 })
    const result = await run(job, temporary).catch(failed)
    const leftOver = result.ok ? temporary : output
    await rm(leftOver, { recursive: true, force: true })
    return result
  }

  function failed(error: NodeJS.ErrnoException) {
    if (error.code === 'ENOSPC') return failure('disk full')
    log?.error({ err: error }, 'An image could not be read')
    return failure('failed')
  }

  async function run(job: Job, temporary: string): Promise<PictureResult<unknown>> {
    const folders =
      job.kind === 'share'
        ? [job.fonts.heading, job.fonts.chosen]
        : [path.join(fonts, headingFaces.inter.package)]
    await writeFile(path.join(temporary, 'fonts.conf'), fontConfiguration(folders, temporary))
    const end = await runLimited({
      args: [program],
      env: {
        TMPDIR: temporary,
        ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
        FONTCONFIG_FILE: path.join(temporary, 'fonts.conf'),
      },
      job,
      seconds: job.kind === 'drawing' ? drawingTime : pictureTime,
      memory,
      niceness,
      signal: stopping.signal,
    })
    if ('ended' in end)
      return end.ended === 'stopped' ? failure('stopped') : unusable(messages[end.ended])
    if ('crashed' in end) throw new Error(end.crashed)
    const reply = JSON.parse(end.line) as Reply
    if ('value' in reply) return { ok: true, value: reply.value }
    if ('unusable' in reply) return unusable(reply.unusable)
    throw Object.assign(new Error(reply.failed), { code: reply.code })
  }

  return {
    read: (source, output) =>
      enqueue({
        output,
        job: async () =>
          (await isSvg(source))
            ? { kind: 'drawing', source, output }
            : { kind: 'picture', source, output, widths },
      }),
    async readLargest(source, output) {
      if (waitMs() > maxWaitMs) return failure('busy')
      return enqueue({
        output,
        job: () => ({ kind: 'picture', source, output, widths: widths.slice(-1) }),
      })
    },
    makeAvif: (source, output) =>
      enqueue({
        isSlow: true,
        output,
        job: async () => ((await isSvg(source)) ? null : { kind: 'avif', source, output, widths }),
      }),
    makeIcons: (source, brandColor, output) =>
      enqueue({ output, job: () => ({ kind: 'icons', source, brandColor, output }) }),
    drawShareImage: ({ title, place, site, brand_color, type_pairing }, logo, output) =>
      enqueue({
        output,
        job: () => ({
          kind: 'share',
          source: logo,
          output,
          title,
          place,
          site,
          brandColor: brand_color,
          fonts: {
            heading: path.join(fonts, headingFaces[type_pairing].package),
            fallback: path.join(fonts, 'fallback'),
            chosen: path.join(output, 'tmp/fonts'),
          },
        }),
      }),
    isBusy: () => queue.length >= maxWaiting,
    async stop() {
      stopping.abort()
      for (const { resolve } of queue.splice(0)) resolve(failure('stopped'))
      await idle
    },
  }
}

/** Only our own fonts: what is drawn is the same on every machine. */
const fontConfiguration = (folders: string[], cache: string) =>
  `<fontconfig>${folders.map((folder) => `<dir>${asXml(folder)}</dir>`).join('')}<cachedir>${asXml(cache)}</cachedir></fontconfig>`

const asXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Whether the file is text that begins with a tag: only then may it reach the SVG loader. */
async function isSvg(source: string): Promise<boolean> {
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return /^(\ufeff)?\s*</.test(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await file.close()
  }
}
