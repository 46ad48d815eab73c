import type { Appearance } from '../enums.ts'
import type { menus } from '../schema.ts'
import { pictureNamed } from './pictures.ts'

export const appearance: Appearance = {
  look: 'warm',
  brand_color: '#a8431f',
  type_pairing: 'fraunces-source',
  corners: 'round',
  header: 'left',
  scheme: 'auto',
  logo_light: pictureNamed('logo-light').id,
  logo_dark: pictureNamed('logo-dark').id,
  icon: pictureNamed('icon').id,
  hero: {
    headline: null,
    text: null,
    media_id: pictureNamed('harbor').id,
    focal: { x: 92, y: 90 },
    button_label: null,
    button_url: null,
  },
}

export const menuRows: (typeof menus.$inferInsert)[] = [
  {
    name: 'header',
    items: [
      { label: 'Home', url: '/' },
      { label: 'Jobs', url: '/jobs' },
      { label: 'About', url: '/page/about' },
      { label: 'How we hire', url: '/page/how-we-hire' },
    ],
  },
  {
    name: 'footer',
    items: [
      { label: 'Open positions', url: '/jobs' },
      { label: 'About us', url: '/page/about' },
      { label: 'Life with us', url: '/page/life-with-us' },
      { label: 'How we hire', url: '/page/how-we-hire' },
      { label: 'Privacy', url: '/page/privacy' },
    ],
  },
]
