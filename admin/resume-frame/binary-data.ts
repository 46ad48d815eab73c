/**
 * What pdf.js needs for a few documents only: decoders of scanned pages and of rare kinds of images,
 * CMaps of Chinese, Japanese and Korean fonts that are not embedded (ISO 32000-2 §9.7.5.2 names none
 * in UTF-8 or UTF-32), and the two standard fonts for which browsers have no font of their own.
 */
const files = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '!/node_modules/pdfjs-dist/cmaps/*-UTF{8,32}-*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/Foxit{Dingbats,Symbol}.pfb',
  ],
  // As files of their own, however small: the frame's policy allows no data: address.
  { query: '?url&no-inline', import: 'default', eager: true },
)

const folders = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' }

/** Fetches files for pdf.js, by the kind and name that it gives. */
export class BinaryData {
  async fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }) {
    const address = files[`/node_modules/pdfjs-dist/${folders[kind]}/${filename}`]
    if (!address) throw new Error(`There is no ${filename}`)
    const response = await fetch(address)
    return new Uint8Array(await response.arrayBuffer())
  }
}
