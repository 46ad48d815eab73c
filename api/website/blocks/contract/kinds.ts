/**
 * The blocks of pages. Each is a `section` at the top level of the rich text, readable without a
 * style sheet, made of the parts below and nothing else. From this table come the stored HTML
 * (`toHtml`), what the sanitizer keeps (`readBlock`) and the form in the editor.
 */
import { canonicalAddress } from '#api/core/rich-text/contract/address.ts'
import { benefitIcons } from './icons.ts'
import { jobsAddress } from './open-jobs.ts'
import { videoOf } from './video.ts'

export type BlockPicture = {
  src: string
  alt: string
  width: number | null
  height: number | null
  /** One line; '' without. */
  caption: string
}
export type BlockLink = { text: string; href: string }
export type BlockTable = {
  /** Whether the first row is a head. */
  head: boolean
  /** Rows of cells, all of them equally long. A cell is HTML that a paragraph may hold. */
  rows: string[][]
}

type Common = {
  /** The key in the data, and the `data-part` or `data-…` attribute in the HTML. */
  name: string
  label: string
  required?: true
}

export type Part = Common &
  (
    | { kind: 'line' | 'lines'; tag: 'p' | 'summary' | 'blockquote'; strong?: true }
    /** Rich text; without a tag it is all that its entry holds. */
    | { kind: 'rich'; tag: 'div' | null; pictures?: true }
    | { kind: 'picture'; caption?: true }
    | {
        kind: 'link'
        /** The label of its address. */
        address: string
        /** What to enter instead of an address that it may not have. */
        invalid: string
        /** The address as it is stored; undefined for one that it may not have. */
        canonical: (address: string) => string | undefined
      }
    /** An attribute of the section, or of the entry; `unwritten`: without it, it is the first. */
    | { kind: 'choice'; options: readonly string[]; unwritten?: true }
    /** A `table`, with a `thead` where its first row is a head. */
    | { kind: 'table'; maxColumns: number; maxRows: number }
  )

/** What a block has several of. */
export type Entries = {
  /** As in 'Add a person'. */
  one: string
  many: string
  list: 'ul' | 'ol' | null
  tag: 'li' | 'details' | 'div'
  min: number
  max: number
  parts: Part[]
}

type BlockKind = {
  /** What a person calls it. */
  label: string
  parts: Part[]
  entries?: Entries
  /** An `hr`, which has nothing to fill in. */
  isRule?: true
}

const title = (label: string): Part => ({
  kind: 'line',
  name: 'title',
  tag: 'p',
  label,
  required: true,
  strong: true,
})
const text = (label: string): Part => ({ kind: 'lines', name: 'text', tag: 'p', label })
const role = (label: string): Part => ({ kind: 'line', name: 'role', tag: 'p', label })
const picture = (label: string, more: { required?: true; caption?: true } = {}): Part => ({
  kind: 'picture',
  name: 'picture',
  label,
  ...more,
})
const anyAddress = 'Enter an address such as https://example.com or /jobs'
const list = { list: 'ul', tag: 'li', min: 1, max: 60 } as const

const blockKinds = {
  'text-image': {
    label: 'Text with image',
    parts: [
      { kind: 'choice', name: 'side', label: 'Side of the image', options: ['left', 'right'] },
      picture('Image', { required: true }),
      { kind: 'rich', name: 'text', tag: 'div', label: 'Text', required: true },
    ],
  },
  image: {
    label: 'Full-width image',
    parts: [picture('Image', { required: true, caption: true })],
  },
  gallery: {
    label: 'Gallery',
    parts: [],
    entries: {
      ...list,
      one: 'image',
      many: 'images',
      parts: [picture('Image', { required: true, caption: true })],
    },
  },
  people: {
    label: 'People',
    parts: [],
    entries: {
      ...list,
      one: 'person',
      many: 'people',
      parts: [picture('Portrait'), title('Name'), role('Role'), text('Sentence')],
    },
  },
  quote: {
    label: 'Quote',
    parts: [
      picture('Portrait'),
      { kind: 'lines', name: 'text', tag: 'blockquote', label: 'Quote', required: true },
      { kind: 'line', name: 'title', tag: 'p', label: 'Name', strong: true },
      role('Role'),
    ],
  },
  benefits: {
    label: 'Benefits',
    parts: [],
    entries: {
      ...list,
      one: 'benefit',
      many: 'benefits',
      parts: [
        { kind: 'choice', name: 'icon', label: 'Icon', options: benefitIcons },
        title('Title'),
        text('Sentence'),
      ],
    },
  },
  offices: {
    label: 'Offices',
    parts: [],
    entries: {
      ...list,
      one: 'office',
      many: 'offices',
      parts: [
        picture('Image'),
        title('Place'),
        { kind: 'lines', name: 'address', tag: 'p', label: 'Address' },
        {
          kind: 'link',
          name: 'map',
          label: 'Link text',
          address: 'Map address',
          invalid: anyAddress,
          canonical: canonicalAddress,
        },
      ],
    },
  },
  numbers: {
    label: 'Numbers',
    parts: [],
    entries: {
      ...list,
      one: 'number',
      many: 'numbers',
      parts: [
        title('Number'),
        { kind: 'line', name: 'text', tag: 'p', label: 'What it counts', required: true },
      ],
    },
  },
  process: {
    label: 'Process',
    parts: [],
    entries: {
      ...list,
      list: 'ol',
      one: 'step',
      many: 'steps',
      parts: [title('Step'), text('What happens')],
    },
  },
  faq: {
    label: 'Questions and answers',
    parts: [],
    entries: {
      ...list,
      list: null,
      tag: 'details',
      one: 'question',
      many: 'questions',
      parts: [
        { kind: 'line', name: 'title', tag: 'summary', label: 'Question', required: true },
        { kind: 'rich', name: 'text', tag: 'div', label: 'Answer', required: true },
      ],
    },
  },
  video: {
    label: 'Video',
    parts: [
      picture('Poster', { required: true }),
      {
        kind: 'link',
        name: 'video',
        label: 'Title of the video',
        address: 'Video address',
        invalid: 'Enter the address of a video on YouTube or Vimeo',
        canonical: (address) => videoOf(address)?.href,
        required: true,
      },
    ],
  },
  button: {
    label: 'Button',
    parts: [
      {
        kind: 'link',
        name: 'link',
        label: 'Button text',
        address: 'Link address',
        invalid: anyAddress,
        canonical: canonicalAddress,
        required: true,
      },
    ],
  },
  columns: {
    label: 'Columns',
    parts: [],
    entries: {
      ...list,
      list: null,
      tag: 'div',
      min: 2,
      max: 3,
      one: 'column',
      many: 'columns',
      parts: [
        { kind: 'rich', name: 'text', tag: null, label: 'Text', required: true, pictures: true },
      ],
    },
  },
  jobs: {
    label: 'Open jobs',
    parts: [
      {
        kind: 'link',
        name: 'link',
        label: 'Link text',
        address: 'Jobs to show',
        invalid: 'Choose which jobs to show',
        canonical: jobsAddress,
        required: true,
      },
    ],
  },
  table: {
    label: 'Table',
    parts: [
      {
        kind: 'table',
        name: 'table',
        label: 'Table',
        required: true,
        maxColumns: 12,
        maxRows: 200,
      },
    ],
  },
  divider: { label: 'Divider', parts: [], isRule: true },
} satisfies Record<string, BlockKind>

export type BlockName = keyof typeof blockKinds
export const blockNames = Object.keys(blockKinds) as BlockName[]
export const kindOf = (name: BlockName): BlockKind => blockKinds[name]

type Choice = Extract<Part, { kind: 'choice' }>

/** What every block may choose, after the choices of its kind. */
export const sectionChoices = [
  {
    kind: 'choice',
    name: 'width',
    label: 'Width',
    options: ['text', 'wide', 'full'],
    unwritten: true,
  },
  {
    kind: 'choice',
    name: 'tone',
    label: 'Tone',
    options: ['paper', 'tinted', 'brand'],
    unwritten: true,
  },
] satisfies Choice[]

/** The blocks that job ads may have. */
export const adBlocks: readonly BlockName[] = ['table']

/** How many blocks a page may have. */
export const maxBlocks = 200

/** Characters of a part with one line, and of one with several. */
export const maxLine = 200
export const maxLines = 2000
