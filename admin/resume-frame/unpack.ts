import JSZip, { type JSZipObject, type JSZipStreamHelper } from 'jszip'
import { PreviewError } from '#api/core/files/contract/preview-error.ts'

/** Total size of all parts, as the API counts it, and of the XML parts, in bytes. */
const limits = { all: 50_000_000, xml: 5_000_000 }

const isXml = (name: string) => /\.(xml|rels)$/i.test(name)
const isImage = (name: string) => /\.(png|jpe?g|gif|bmp|webp|svg)$/i.test(name)

/** internalStream is documented, but missing in the types of jszip 3.10. */
type Part = JSZipObject & {
  internalStream(type: 'uint8array'): JSZipStreamHelper<Uint8Array<ArrayBuffer>>
}

/** Unpacks up to `limit` bytes; the size in the ZIP directory can be wrong. */
const unpack = (part: Part, limit: number) =>
  new Promise<Uint8Array<ArrayBuffer>[]>((resolve, reject) => {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    const stream = part
      .internalStream('uint8array')
      .on('data', (chunk) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= limit) return
        stream.pause()
        reject(new PreviewError('large'))
      })
      .on('error', reject)
      .on('end', () => resolve(chunks))
      .resume()
  })

/**
 * Unpacks the XML and images of a DOCX and repacks them in an uncompressed ZIP.
 * @throws {PreviewError} when they are too large
 */
export async function unpackWithinLimits(
  bytes: ArrayBuffer,
  { all, xml } = limits,
): Promise<Uint8Array> {
  const packed = await JSZip.loadAsync(bytes)
  const parts = Object.values(packed.files) as Part[]
  const shown = parts.filter(({ name }) => isXml(name) || isImage(name))
  const unpacked = new JSZip()
  const left = { all, xml }
  for (const part of shown) {
    const limit = isXml(part.name) ? Math.min(left.xml, left.all) : left.all
    const content = new Blob(await unpack(part, limit))
    left.all -= content.size
    if (isXml(part.name)) left.xml -= content.size
    unpacked.file(part.name, content)
  }
  return unpacked.generateAsync({ type: 'uint8array' })
}
