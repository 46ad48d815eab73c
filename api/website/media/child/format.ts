import { Unusable } from './job.ts'

export const animation =
  'This is an animation. Foyer shows still images: save one frame as PNG or JPEG.'

/** Judges by content, not by name. Throws unless it is a still JPEG, PNG, WebP or AVIF. */
export function requireStillPicture(bytes: Buffer) {
  const text = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (text(0, 3) === '\xff\xd8\xff') return
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') {
    // An animated PNG has this chunk before the first picture.
    const start = bytes.indexOf('IDAT')
    if (bytes.subarray(0, Math.max(start, 0)).includes('acTL')) throw new Unusable(animation)
    return
  }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') {
    const isAnimated = text(12, 16) === 'VP8X' && (bytes[20] ?? 0) & 2
    if (isAnimated) throw new Unusable(animation)
    return
  }
  if (text(4, 8) === 'ftyp') return requireAvif(text(8, 12), text(16, 64))
  throw new Unusable(otherFormat(text(0, 12)))
}

function requireAvif(brand: string, compatible: string) {
  if (brand === 'avis') throw new Unusable(animation)
  if (brand === 'avif' || (brand === 'mif1' && compatible.includes('avif'))) return
  if (/^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand))
    throw new Unusable(
      'This is a HEIC image, which browsers don’t show. On an iPhone, choose Settings, Camera, Formats, Most Compatible; on a Mac, open it in Preview and choose File, Export, JPEG.',
    )
  throw new Unusable('This is a video. Upload an image: JPEG, PNG, WebP, AVIF or SVG.')
}

/** By their first bytes. */
const otherFormats: [start: string, name: string][] = [
  ['II*\0', 'TIFF'],
  ['MM\0*', 'TIFF'],
  ['BM', 'BMP'],
  ['\0\0\x01\0', 'ICO'],
  ['8BPS', 'Photoshop'],
  ['%PDF', 'PDF'],
  ['\xff\x0a', 'JPEG XL'],
  ['\0\0\0\x0cJXL ', 'JPEG XL'],
  ['\xff\x4f\xff\x51', 'JPEG 2000'],
  ['\0\0\0\x0cjP ', 'JPEG 2000'],
]

function otherFormat(bytes: string): string {
  if (bytes.startsWith('GIF8'))
    return 'GIF files can’t be used on the site. Save it as PNG; from an animation, save one frame.'
  const [, name] = otherFormats.find(([start]) => bytes.startsWith(start)) ?? []
  return name
    ? `${name} files can’t be used on the site. Save it as JPEG or PNG and upload that file.`
    : 'This file is not an image. Upload a JPEG, PNG, WebP, AVIF or SVG file.'
}

/** Thrown as `Unusable` for what the decoder cannot read. */
export const damaged =
  'This image is damaged or incomplete. Save it again in the program it comes from and upload that file.'
