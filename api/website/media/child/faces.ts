import type { TypePairing } from '#db/enums.ts'

type Face = {
  /** In @fontsource-variable, and the folder of its files. */
  package: string
  weight: 500 | 600 | 700
}

const inter: Face = { package: 'inter', weight: 600 }

/** The heading face of each pairing, for drawing: system fonts differ from machine to machine. */
export const headingFaces: Record<TypePairing, Face> = {
  system: inter,
  'instrument-inter': { package: 'instrument-sans', weight: 600 },
  inter,
  'fraunces-source': { package: 'fraunces', weight: 600 },
  'newsreader-source': { package: 'newsreader', weight: 500 },
  'bricolage-public': { package: 'bricolage-grotesque', weight: 700 },
  'schibsted-public': { package: 'schibsted-grotesk', weight: 700 },
}

/**
 * The families, in @fontsource-variable, that draw what the heading face lacks, and their subsets;
 * the numbered ones hold Chinese, Japanese and Korean characters. The first one with a character
 * draws it: ideographs look Chinese, in texts with kana Japanese.
 */
export const fallbacks: Record<string, RegExp> = {
  'noto-sans': /^(?!latin)/,
  'noto-sans-arabic': /^arabic$/,
  'noto-sans-hebrew': /^hebrew$/,
  'noto-sans-thai': /^thai$/,
  'noto-sans-devanagari': /^devanagari$/,
  'noto-sans-sc': /^\d/,
  'noto-sans-jp': /^\d/,
  'noto-sans-kr': /^\d/,
}

export const fallbackWeight = 600
