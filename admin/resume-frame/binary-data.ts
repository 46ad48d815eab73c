/** Decoders of scanned pages and of rare kinds of images; what else a PDF may ask for, it does without. */
const decoders = import.meta.glob<string>(
  '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
)

/** Fetches for pdf.js, by the file name that it gives, what only few documents need. */
export class BinaryData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = decoders[`/node_modules/pdfjs-dist/wasm/${filename}`]
    if (!address) throw new Error(`There is no ${filename}`)
    const response = await fetch(address)
    return new Uint8Array(await response.arrayBuffer())
  }
}
