import { escapeHtml, isVisible, visibleText, withoutHarmful } from '#api/core/http/contract/text.ts'
import { altLine, hasPicture } from '#api/core/rich-text/contract/figures.ts'
import { partsOf } from '../../media/contract.ts'
import {
  type BlockLink,
  type BlockName,
  type BlockPicture,
  blockNames,
  kindOf,
  maxLine,
  maxLines,
  type Part,
} from './kinds.ts'

/** The parts of a block or entry by name; one that is empty is missing. */
export type Values = { [name: string]: string | BlockPicture | BlockLink | undefined }

export type Block = { name: BlockName; values: Values; entries: Values[] }

/** An element of a parser's, on the server or in a browser. */
export type ElementLike = {
  /** In lower case. */
  tag: string
  attribute: (name: string) => string
  /** Only elements. */
  children: () => ElementLike[]
  /** Each `br` is a line break. */
  text: () => string
  html: () => string
}

/** Makes HTML from outside rich text, with pictures or without; undefined if it may not be used. */
export type CleanHtml = (html: string, pictures: boolean) => string | undefined

const line = (text: string) => withoutHarmful(text).replace(/\s+/g, ' ').trim()
const lines = (text: string) =>
  withoutHarmful(text)
    .split('\n')
    .map(line)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const childOf = (element: ElementLike, tag: string, part?: string) =>
  element
    .children()
    .find((child) => child.tag === tag && (!part || child.attribute('data-part') === part))

function pictureFrom(figure: ElementLike | undefined, withCaption: boolean) {
  const image = figure && childOf(figure, 'img')
  if (!figure || !image || !partsOf(image.attribute('src'))) return undefined
  const pixels = ['width', 'height'].map((name) => image.attribute(name))
  const isSized = pixels.every((value) => /^[1-9]\d{0,4}$/.test(value))
  const caption = withCaption ? line(childOf(figure, 'figcaption')?.text() ?? '') : ''
  const [width = null, height = null] = isSized ? pixels.map(Number) : []
  const alt = altLine(withoutHarmful(image.attribute('alt')))
  return { src: image.attribute('src'), alt, width, height, caption }
}

function valueFrom(element: ElementLike, part: Part, clean: CleanHtml): Values[string] {
  if (part.kind === 'choice') {
    const given = element.attribute(`data-${part.name}`)
    return part.options.includes(given) ? given : part.options[0]
  }
  if (part.kind === 'picture') return pictureFrom(childOf(element, 'figure'), Boolean(part.caption))
  if (part.kind === 'link') {
    const link = childOf(element, 'p', part.name)?.children()[0]
    const href = link?.tag === 'a' && part.canonical(link.attribute('href'))
    const text = link && line(link.text())
    return href && text ? { text, href } : undefined
  }
  if (part.kind === 'rich') {
    const holder = part.tag ? childOf(element, part.tag) : element
    return (holder && clean(holder.html(), Boolean(part.pictures))) || undefined
  }
  const holder = childOf(element, part.tag, part.tag === 'p' ? part.name : undefined)
  const text = holder && (part.kind === 'lines' ? lines : line)(holder.text())
  return text && isVisible(text) ? text : undefined
}

const valuesFrom = (element: ElementLike, parts: Part[], clean: CleanHtml): Values =>
  Object.fromEntries(parts.map((part) => [part.name, valueFrom(element, part, clean)]))

const textOf = (value: Values[string]) =>
  typeof value === 'object' ? ('text' in value ? value.text : value.caption) : (value ?? '')

/** A value as it is stored; undefined for one with nothing to read or see. */
function tidy(part: Part, value: Values[string]): Values[string] {
  if (typeof value === 'string') {
    if (part.kind === 'rich') return visibleText(value) || hasPicture(value) ? value : undefined
    const text = part.kind === 'lines' ? lines(value) : line(value)
    return isVisible(text) ? text : undefined
  }
  if (!value || 'src' in value) return value
  const [text, href] = [line(value.text), value.href.trim()]
  const address = part.kind === 'link' ? part.canonical(href) : undefined
  return text || href ? { text, href: address ?? href } : undefined
}

/** What is wrong with a part, as a sentence; undefined if nothing. */
export function problemOf(part: Part, given: Values[string]): string | undefined {
  const value = tidy(part, given)
  if (part.kind === 'link' && value && typeof value === 'object' && 'href' in value) {
    if (!isVisible(value.text)) return `${part.label} is required`
    if (!value.href) return `${part.address} is required`
    if (!part.canonical(value.href)) return part.invalid
  }
  if (value === undefined) return part.required && `${part.label} is required`
  const max = part.kind === 'lines' ? maxLines : maxLine
  if (part.kind !== 'rich' && textOf(value).length > max) return `Must be at most ${max} characters`
}

const isWhole = (values: Values, parts: Part[]) =>
  parts.every((part) => !problemOf(part, values[part.name]))

/** Whether a block may be stored. */
export function isBlock({ name, values, entries }: Block): boolean {
  const { parts, entries: several } = kindOf(name)
  if (!isWhole(values, parts)) return false
  if (!several) return entries.length === 0
  const { min, max } = several
  if (entries.length < min || entries.length > max) return false
  return entries.every((entry) => isWhole(entry, several.parts))
}

/** Reads an element as a block; undefined if it isn’t one, or lacks what its kind requires. */
export function readBlock(section: ElementLike, clean: CleanHtml): Block | undefined {
  const name = blockNames.find((known) => known === section.attribute('data-block'))
  if (section.tag !== 'section' || !name) return undefined
  const { parts, entries: several } = kindOf(name)
  const holder = several?.list ? childOf(section, several.list) : section
  const elements = several
    ? (holder?.children() ?? []).filter(({ tag }) => tag === several.tag)
    : []
  if (several && elements.length > several.max) return undefined
  const block: Block = {
    name,
    values: valuesFrom(section, parts, clean),
    entries: elements.map((element) => valuesFrom(element, several?.parts ?? [], clean)),
  }
  return isBlock(block) ? block : undefined
}

/** Text between tags, as browsers and the sanitizer serialize it. */
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function pictureHtml({ src, alt, width, height, caption }: BlockPicture): string {
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  const below = line(caption) && `<figcaption>${escapeText(line(caption))}</figcaption>`
  return `<figure><img src="${src}" alt="${escapeHtml(alt)}"${size} />${below}</figure>`
}

function partHtml(part: Part, given: Values[string]): string {
  const value = tidy(part, given)
  if (value === undefined || part.kind === 'choice') return ''
  if (typeof value === 'object') {
    if ('src' in value) return pictureHtml(value)
    const { href, text } = value
    return `<p data-part="${part.name}"><a href="${escapeHtml(href)}" rel="noopener noreferrer">${escapeText(text)}</a></p>`
  }
  if (part.kind === 'rich') return part.tag ? `<${part.tag}>${value}</${part.tag}>` : value
  if (part.kind !== 'line' && part.kind !== 'lines') return ''
  const text = escapeText(value).replaceAll('\n', '<br />')
  const open = part.tag === 'p' ? `<p data-part="${part.name}">` : `<${part.tag}>`
  return `${open}${part.strong ? `<strong>${text}</strong>` : text}</${part.tag}>`
}

const choicesOf = (parts: Part[], values: Values) =>
  parts
    .filter(({ kind }) => kind === 'choice')
    .map(({ name }) => ` data-${name}="${values[name]}"`)
    .join('')

const contentOf = (parts: Part[], values: Values) =>
  parts.map((part) => partHtml(part, values[part.name])).join('')

/** The one spelling of a block: what is stored. */
export function toHtml({ name, values, entries }: Block): string {
  const { parts, entries: several, isRule } = kindOf(name)
  const items = entries
    .map((entry) => {
      const { tag, parts } = several!
      return `<${tag}${choicesOf(parts, entry)}>${contentOf(parts, entry)}</${tag}>`
    })
    .join('')
  const list = several?.list ? `<${several.list}>${items}</${several.list}>` : items
  const content = isRule ? '<hr />' : contentOf(parts, values) + list
  return `<section data-block="${name}"${choicesOf(parts, values)}>${content}</section>`
}

/** A block to fill in. */
export const emptyBlock = (name: BlockName): Block => {
  const { parts, entries: several } = kindOf(name)
  const entries = Array.from({ length: several?.min ?? 0 }, () => emptyEntry(several?.parts ?? []))
  return { name, values: emptyEntry(parts), entries }
}

/** With the first of each choice. */
export const emptyEntry = (parts: Part[]): Values =>
  Object.fromEntries(
    parts.flatMap((part) => (part.kind === 'choice' ? [[part.name, part.options[0]]] : [])),
  )

/** What it is, for people who can't see it: 'People, 3 people'. */
export function describe({ name, entries }: Block): string {
  const { label, entries: several } = kindOf(name)
  if (!several) return label
  return `${label}, ${entries.length} ${entries.length === 1 ? several.one : several.many}`
}
