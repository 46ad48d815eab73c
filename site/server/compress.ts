import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { encodingFor } from './encoding.ts'

const compressors = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}
/** Beyond these, a page of one visitor costs more time than it saves. */
const options = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 6 },
}
const smallest = 1_000

/**
 * The page compressed for a client that accepts it, unless it says `no-transform` because it holds a
 * secret: see decision 132.
 */
export async function compress(
  response: Response,
  accepted: string | undefined,
): Promise<Response> {
  const { status, headers, body } = response
  const isPage = body && headers.get('Content-Type')?.startsWith('text/html')
  if (!isPage || headers.has('Content-Encoding')) return response
  if (headers.get('Cache-Control')?.includes('no-transform')) return response
  headers.append('Vary', 'Accept-Encoding')
  const encoding = encodingFor(accepted)
  if (encoding === 'identity') return response
  const page = Buffer.from(await response.arrayBuffer())
  headers.delete('Content-Length')
  if (page.length < smallest) return new Response(page, { status, headers })
  const smaller =
    encoding === 'br'
      ? await compressors.br(page, options.br)
      : await compressors.gzip(page, options.gzip)
  headers.set('Content-Encoding', encoding)
  return new Response(new Uint8Array(smaller), { status, headers })
}
