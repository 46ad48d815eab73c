import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

type Asset = { body: Buffer; type: string; br?: Buffer; gz?: Buffer; immutable: boolean }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
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
        const gz = read(`${file}.gz`)
        const asset: Asset = {
          body: readFileSync(file),
          type: types[path.extname(file)] ?? 'application/octet-stream',
          // Astro puts a hash of the content into these names.
          immutable: name.startsWith('/_astro/'),
          ...(br && { br }),
          ...(gz && { gz }),
        }
        return [name, asset]
      }),
  )
}

/** The asset as it suits the browser, compressed when the build did that. */
export function assetResponse(asset: Asset, acceptEncoding: string): Response {
  const encoding =
    asset.br && /\bbr\b/.test(acceptEncoding)
      ? 'br'
      : asset.gz && /\bgzip\b/.test(acceptEncoding)
        ? 'gzip'
        : undefined
  const body = encoding === 'br' ? asset.br : encoding === 'gzip' ? asset.gz : asset.body
  return new Response(new Uint8Array(body ?? asset.body), {
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': asset.immutable
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  })
}
