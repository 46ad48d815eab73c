import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { encodingFor } from './encoding.ts'

type Bytes = Buffer<ArrayBuffer>
type Asset = { body: Bytes; type: string; br?: Bytes; gzip?: Bytes; immutable: boolean }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
}

/** Every file of the built client, read once at start: nothing else below the site's addresses is a file. */
export function readAssets(folder: string): Map<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const compressed = new Set(files.filter((file) => /\.(br|gz)$/.test(file)))
  const read = (file: string) => (compressed.has(file) ? readFileSync(file) : undefined)
  return new Map(
    files
      .filter((file) => !compressed.has(file))
      .map((file) => {
        const name = `/${path.relative(folder, file).replaceAll(path.sep, '/')}`
        const br = read(`${file}.br`)
        const gzip = read(`${file}.gz`)
        const asset: Asset = {
          body: readFileSync(file),
          type: types[path.extname(file)] ?? 'application/octet-stream',
          // Astro puts a hash of the content into these names.
          immutable: name.startsWith('/_astro/'),
          ...(br && { br }),
          ...(gzip && { gzip }),
        }
        return [name, asset]
      }),
  )
}

/** The asset as it suits the browser, compressed when the build did that. */
export function assetResponse(asset: Asset, acceptEncoding: string): Response {
  const wanted = encodingFor(acceptEncoding)
  const compressed = { br: asset.br, gzip: asset.gzip, identity: undefined }[wanted]
  return new Response(compressed ?? asset.body, {
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': asset.immutable
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      Vary: 'Accept-Encoding',
      // The frame that resumes are shown in has no origin; and these files are the same for everyone.
      ...(asset.immutable && { 'Access-Control-Allow-Origin': '*' }),
      ...(compressed && { 'Content-Encoding': wanted }),
    },
  })
}
