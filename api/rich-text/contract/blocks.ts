/**
 * Blocks in the rich text of pages: `section` elements at the top level, each readable without a
 * style sheet. The server's sanitizer and the editor produce exactly this HTML, with attributes in
 * this order. TEXT is a line of text with `strong`, `em`, `u`, `s`, `a`, `span` and `br`; RICH is what
 * the toolbar makes: paragraphs, headings and lists. `[x]` may be missing.
 *
 *     text-image  <section data-block="text-image" data-side="left"><figure>IMG</figure><div>RICH</div></section>
 *     image       <section data-block="image"><figure>IMG[<figcaption>TEXT</figcaption>]</figure></section>
 *     gallery     <section data-block="gallery">{<figure>IMG[<figcaption>TEXT</figcaption>]</figure>}</section>
 *     people      <section data-block="people"><ul>{<li>[<figure>IMG</figure>]<h3>TEXT</h3>
 *                   <p data-part="role">TEXT</p><p data-part="text">TEXT</p></li>}</ul></section>
 *     quote       <section data-block="quote">[<figure>IMG</figure>]<blockquote>{<p>TEXT</p>}</blockquote>
 *                   <p data-part="name">TEXT</p><p data-part="role">TEXT</p></section>
 *     benefits    <section data-block="benefits"><ul>{<li data-icon="heart"><h3>TEXT</h3><p data-part="text">TEXT</p></li>}</ul></section>
 *     offices     <section data-block="offices"><ul>{<li>[<figure>IMG</figure>]<h3>TEXT</h3>
 *                   <p data-part="address">TEXT</p>[<p data-part="map"><a href="…" rel="…">TEXT</a></p>]</li>}</ul></section>
 *     numbers     <section data-block="numbers"><ul>{<li><p data-part="number">TEXT</p><p data-part="label">TEXT</p></li>}</ul></section>
 *     process     <section data-block="process"><ol>{<li><h3>TEXT</h3><p data-part="text">TEXT</p></li>}</ol></section>
 *     faq         <section data-block="faq">{<details><summary>TEXT</summary><div>RICH</div></details>}</section>
 *     video       <section data-block="video"><figure><a href="https://…" rel="…">IMG</a>[<figcaption>TEXT</figcaption>]</figure></section>
 *     button      <section data-block="button"><p><a href="…" rel="…">TEXT</a></p></section>
 *     columns     <section data-block="columns"><div>RICH and figures</div><div>RICH and figures</div>[<div>…</div>]</section>
 *     jobs        <section data-block="jobs"[ data-team="…"][ data-place="…"][ data-type="FULL_TIME"]><p><a href="/jobs?…" rel="…">TEXT</a></p></section>
 *     divider     <section data-block="divider"><hr></section>
 *
 * (The examples are broken into lines for this comment; the HTML has no blanks between elements.)
 */
export const blockNames = [
  'text-image',
  'image',
  'gallery',
  'people',
  'quote',
  'benefits',
  'offices',
  'numbers',
  'process',
  'faq',
  'video',
  'button',
  'columns',
  'jobs',
  'divider',
] as const
export type BlockName = (typeof blockNames)[number]

/** What a person calls them. */
export const blockLabels: Record<BlockName, string> = {
  'text-image': 'Text with image',
  image: 'Full-width image',
  gallery: 'Gallery',
  people: 'People',
  quote: 'Quote',
  benefits: 'Benefits',
  offices: 'Offices',
  numbers: 'Numbers',
  process: 'Process',
  faq: 'Questions and answers',
  video: 'Video',
  button: 'Button',
  columns: 'Columns',
  jobs: 'Open jobs',
  divider: 'Divider',
}

export const imageSides = ['left', 'right'] as const

/** The icons of benefits: names at https://lucide.dev/icons. */
export const benefitIcons = [
  'heart',
  'house',
  'clock',
  'calendar',
  'coins',
  'piggy-bank',
  'graduation-cap',
  'book-open',
  'baby',
  'bike',
  'train-front',
  'plane',
  'coffee',
  'utensils',
  'dumbbell',
  'laptop',
  'users',
  'shield-check',
  'leaf',
  'sparkles',
] as const
export type BenefitIcon = (typeof benefitIcons)[number]

/** How many blocks a page may have, and entries (people, images, questions …) a block. */
export const maxBlocks = 200
export const maxEntries = 60

/** Where videos are played, by the host that the address of the block has. */
export const videoHosts = {
  'www.youtube.com': 'YouTube',
  'vimeo.com': 'Vimeo',
} as const
