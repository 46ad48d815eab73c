declare module 'virtual:fonts' {
  import type { FaceName, Subset } from '#site/fonts/faces.ts'

  const files: Record<`${FaceName} ${Subset}`, { url: string; range: string }>
  export default files
}

declare module 'subset-font' {
  type Range = { min: number; max: number }
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      targetFormat: 'woff2' | 'truetype'
      keepAllGlyphs?: boolean
      variationAxes?: Record<string, number | Range>
    },
  ): Promise<Buffer>
}
