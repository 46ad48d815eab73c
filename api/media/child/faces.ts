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

/** Each face is two files; fontconfig joins them. */
export const subsets = ['latin', 'latin-ext']
