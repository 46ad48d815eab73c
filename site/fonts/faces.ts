/** Width of the face's text in percent of that in the system's font, at this weight. */
type Widths = { desktop: number; android: number }

type Face = {
  family: string
  /** In @fontsource-variable. */
  package: string
  isSerif?: true
  /** A face of headings has one weight: its file is half as large. One of text has 400 to 700. */
  weight?: 500 | 600 | 700
  /** In percent of the font size. */
  ascent: number
  descent: number
  /**
   * At the weights that pages use: metrics at a variable font's default weight (Fraunces: 900) let
   * text move when the font arrives. Against Arial or Times, Roboto or Noto Serif, regular or bold.
   */
  widths: Partial<Record<400 | 500 | 600 | 700, Widths>>
}

export const faces = {
  instrument: {
    family: 'Instrument Sans',
    package: 'instrument-sans',
    weight: 600,
    ascent: 97,
    descent: 25,
    widths: { 600: { desktop: 97.88, android: 104.15 } },
  },
  inter: {
    family: 'Inter',
    package: 'inter',
    ascent: 96.88,
    descent: 24.12,
    widths: {
      400: { desktop: 106.84, android: 107.26 },
      600: { desktop: 101.02, android: 107.57 },
    },
  },
  fraunces: {
    family: 'Fraunces',
    package: 'fraunces',
    weight: 600,
    isSerif: true,
    ascent: 97.8,
    descent: 25.5,
    widths: { 600: { desktop: 112, android: 95.65 } },
  },
  newsreader: {
    family: 'Newsreader',
    package: 'newsreader',
    weight: 500,
    isSerif: true,
    ascent: 73.5,
    descent: 26.5,
    widths: { 500: { desktop: 107.21, android: 91.17 } },
  },
  source: {
    family: 'Source Sans 3',
    package: 'source-sans-3',
    ascent: 102.4,
    descent: 40,
    widths: {
      400: { desktop: 93.2, android: 93.57 },
      600: { desktop: 89.2, android: 94.98 },
    },
  },
  bricolage: {
    family: 'Bricolage Grotesque',
    package: 'bricolage-grotesque',
    weight: 700,
    ascent: 93,
    descent: 27,
    widths: { 700: { desktop: 101.85, android: 108.37 } },
  },
  schibsted: {
    family: 'Schibsted Grotesk',
    package: 'schibsted-grotesk',
    weight: 700,
    ascent: 97.66,
    descent: 25.78,
    widths: { 700: { desktop: 101.98, android: 108.51 } },
  },
  public: {
    family: 'Public Sans',
    package: 'public-sans',
    ascent: 95,
    descent: 22.5,
    widths: {
      400: { desktop: 103.66, android: 104.07 },
      600: { desktop: 97.6, android: 103.93 },
    },
  },
} satisfies Record<string, Face>
export type FaceName = keyof typeof faces
export const faceOf = (name: FaceName): Face => faces[name]

/** Browsers load the second only for pages with such characters. */
export const subsets = ['latin', 'latin-ext'] as const
export type Subset = (typeof subsets)[number]
