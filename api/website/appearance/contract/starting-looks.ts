import type { Appearance, Theme } from '#db/enums.ts'
import { defaultAppearance } from '../contract.ts'

type Start = Pick<Appearance, 'brand_color' | 'type_pairing' | 'corners' | 'header'>

/** What choosing a look sets. */
export const startingThemes: Record<Theme, Start> = {
  quiet: {
    brand_color: defaultAppearance.brand_color,
    type_pairing: 'instrument-inter',
    corners: 'soft',
    header: 'left',
  },
  warm: {
    brand_color: '#a8431f',
    type_pairing: 'fraunces-source',
    corners: 'round',
    header: 'centered',
  },
  bold: {
    brand_color: '#3d2bd9',
    type_pairing: 'bricolage-public',
    corners: 'square',
    header: 'left',
  },
}

const colors = Object.values(startingThemes).map(({ brand_color }) => brand_color)

/** What choosing a look sets; a color that isn't any look's starting color is kept. */
export const startingValues = (look: Theme, brand_color: string) => ({
  look,
  ...startingThemes[look],
  ...(!colors.includes(brand_color) && { brand_color }),
})
