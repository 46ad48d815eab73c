import type { AppearanceRow } from '#api/website/appearance/contract/row.ts'

export const looks: Record<AppearanceRow['look'], { label: string; help: string }> = {
  quiet: { label: 'Quiet', help: 'Clean and calm, with plenty of white space.' },
  warm: { label: 'Warm', help: 'Friendly: paper tones, large images.' },
  bold: { label: 'Bold', help: 'Confident: a field of color, large type.' },
}

export const pairings: Record<AppearanceRow['type_pairing'], { label: string; help: string }> = {
  system: { label: 'System font', help: 'of each visitor’s device' },
  'instrument-inter': { label: 'Instrument Sans', help: 'with Inter' },
  inter: { label: 'Inter', help: 'for everything' },
  'fraunces-source': { label: 'Fraunces', help: 'with Source Sans 3' },
  'newsreader-source': { label: 'Newsreader', help: 'with Source Sans 3' },
  'bricolage-public': { label: 'Bricolage Grotesque', help: 'with Public Sans' },
  'schibsted-public': { label: 'Schibsted Grotesk', help: 'with Public Sans' },
}
