// The child process that reads pictures: see api/website/media/pictures.ts. One job from standard input,
// one line to standard output. It exits when the input closes, so it never outlives the server.
import sharp from 'sharp'
import { drawSvg } from './drawing.ts'
import { makeIcons } from './icons.ts'
import { type Job, type Reply, Unusable } from './job.ts'
import { makeAvif, readPicture } from './picture.ts'
import { drawShareImage } from './share-image.ts'

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })

const loaders = (...formats: string[]) =>
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}`) })

async function run(job: Job): Promise<unknown> {
  if (job.kind === 'drawing') {
    loaders('Svg')
    return drawSvg(job)
  }
  loaders('Jpeg', 'Png', 'Webp', 'Heif')
  switch (job.kind) {
    case 'picture':
      return readPicture(job)
    case 'avif':
      return makeAvif(job)
    case 'icons':
      return makeIcons(job)
    case 'share':
      return drawShareImage(job)
  }
}

const reply = (job: Job): Promise<Reply> =>
  run(job).then(
    (value) => ({ value }),
    (error: NodeJS.ErrnoException) =>
      error instanceof Unusable
        ? { unusable: error.message }
        : { failed: error.message, code: error.code },
  )

let input = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', async (text) => {
  input += text
  if (!input.endsWith('\n')) return
  const line = JSON.stringify(await reply(JSON.parse(input)))
  process.stdout.write(`${line}\n`, () => process.exit())
})
// Not process.exit(), which waits for the threads that decode.
process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL'))
