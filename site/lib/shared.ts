import type { ShareKind } from '#api/website/share/contract.ts'

/** A job or page that links show an image of. */
export type Shared = {
  kind: ShareKind
  row: { id: number; title: string; location_text?: string | null; slug?: string }
}
