import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Encoding, encodingFor } from './encoding.ts'

export type Asset = {
  file: string
  type: string
  /** Whether the name contains a hash of the content. */
  immutable: boolean
  /** Per available encoding; read on first use. */
  bodies: Partial<Record<Encoding, Buffer<ArrayBuffer> | undefined>>
}

export const suffixes = { br: '.br', gzip: '.gz', identity: '' }

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

/** All files of the client build, by URL path. */
export function findAssets(folder: string): Map<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const present = new Set(files)
  const encodingsOf = (file: string) =>
    (Object.keys(suffixes) as Encoding[]).filter((encoding) =>
      present.has(file + suffixes[encoding]),
    )
  return new Map(
    files
      .filter((file) => !/\.(br|gz)$/.test(file))
      .map((file) => {
        const name = `/${path.relative(folder, file).replaceAll(path.sep, '/')}`
        const asset: Asset = {
          file,
          type: types[path.extname(file)] ?? 'application/octet-stream',
          immutable: name.startsWith('/_astro/'),
          bodies: Object.fromEntries(encodingsOf(file).map((encoding) => [encoding, undefined])),
        }
        return [name, asset]
      }),
  )
}

/** Without those of the encoding. */
export const assetHeaders = ({ type, immutable }: Pick<Asset, 'type' | 'immutable'>) => ({
  'Content-Type': type,
  'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  Vary: 'Accept-Encoding',
  // The sandboxed frame for resumes has an opaque origin and fetches these files with CORS.
  ...(immutable && { 'Access-Control-Allow-Origin': '*' }),
})

/** The asset in the best encoding that the build created and the browser accepts. */
export function assetResponse({ file, bodies, ...asset }: Asset, acceptEncoding: string): Response {
  const wanted = encodingFor(acceptEncoding)
  const encoding = wanted in bodies ? wanted : 'identity'
  bodies[encoding] ??= readFileSync(file + suffixes[encoding])
  return new Response(bodies[encoding], {
    headers: {
      ...assetHeaders(asset),
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    },
  })
}
