/**
 * Files that pdf.js needs for some documents: decoders for scanned pages and rare image formats,
 * CMaps for Chinese, Japanese and Korean fonts that are not embedded (ISO 32000-2 §9.7.5.2 lists
 * none in UTF-8 or UTF-32), and the two standard fonts that browsers lack.
 */
const files = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '!/node_modules/pdfjs-dist/cmaps/*-UTF{8,32}-*.bcmap',
    '/node_modules/pdfjs-dist/standard_fonts/Foxit{Dingbats,Symbol}.pfb',
  ],
  // Never inlined: the frame's Content-Security-Policy allows no data: URLs.
  { query: '?url&no-inline', import: 'default', eager: true },
)

const folders = { cMapUrl: 'cmaps', standardFontDataUrl: 'standard_fonts', wasmUrl: 'wasm' }

/** A BinaryDataFactory for pdf.js. */
export class BinaryData {
  async fetch({ kind, filename }: { kind: keyof typeof folders; filename: string }) {
    const address = files[`/node_modules/pdfjs-dist/${folders[kind]}/${filename}`]
    if (!address) throw new Error(`pdf.js file not found: ${filename}`)
    const response = await fetch(address)
    return new Uint8Array(await response.arrayBuffer())
  }
}
