import { escapeHtml, isVisible, visibleText, withoutHarmful } from '#api/core/http/contract/text.ts'
import { withoutEmptyEnd } from '#api/core/rich-text/contract/empty-end.ts'
import { altLine, hasPicture } from '#api/core/rich-text/contract/figures.ts'
import { partsOf } from '../../media/contract.ts'
import {
  type BlockLink,
  type BlockName,
  type BlockPicture,
  type BlockTable,
  blockNames,
  kindOf,
  maxLine,
  maxLines,
  type Part,
  sectionChoices,
} from './kinds.ts'

/** The parts of a block or entry by name; one that is empty is missing. */
export type Values = {
  [name: string]: string | BlockPicture | BlockLink | BlockTable | undefined
}

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

const blockTags = /(?:<\/?(?:p|h[1-3]|ul|ol|li)\b[^<>]*>\s*)+/g
const outerBreaks = /^(?:\s|<br \/>)+|(?:\s|<br \/>)+$/g

/** Between the cells of a table, a noncharacter. */
const between = '\uFDD3'

const hasMarkup = (html: string) => /[<&]/.test(html)

function isBalanced(html: string): boolean {
  let depth = 0
  for (const [, slash, name] of html.matchAll(/<(\/?)(\w+)/g)) {
    if (name === 'br') continue
    depth += slash ? -1 : 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** All of it in one go: for as many cells as a table may have, one by one takes five times as long. */
function allCleaned(texts: string[], clean: CleanHtml): (string | undefined)[] {
  const cleaned = clean(texts.join(between), false)?.split(between)
  return cleaned?.length === texts.length && cleaned.every(isBalanced)
    ? cleaned
    : texts.map((html) => clean(html, false))
}

/** Rich text as a cell holds it: its paragraphs and list items become lines. */
const cellText = (html: string) =>
  withoutEmptyEnd(html)
    .replace(/<br>/g, '<br />')
    .replace(blockTags, '<br />')
    .replace(outerBreaks, '')

/** What the cells hold, in order; undefined if one may not be used. */
function cellTexts(elements: (ElementLike | undefined)[], clean: CleanHtml): string[] | undefined {
  const texts = elements.map((element) => element?.html().replaceAll(between, '') ?? '')
  const cleaned = allCleaned(texts.filter(hasMarkup), clean)
  if (cleaned.includes(undefined)) return undefined
  let at = 0
  return texts.map((html) =>
    hasMarkup(html) ? cellText(cleaned[at++]!) : withoutHarmful(html).trim(),
  )
}

const isCell = ({ tag }: ElementLike) => tag === 'td' || tag === 'th'

/** The cells of a row by column: one that spans several is followed by empty ones. */
const cellsOf = (row: ElementLike, maxColumns: number) =>
  row
    .children()
    .filter(isCell)
    .flatMap((cell) => {
      const span = Math.min(Number.parseInt(cell.attribute('colspan'), 10) || 1, maxColumns)
      return [cell, ...Array.from({ length: span - 1 }, () => undefined)]
    })

/** The table of a section; undefined for one that is too large or holds what it may not. */
function tableFrom(
  table: ElementLike | undefined,
  { maxColumns, maxRows }: { maxColumns: number; maxRows: number },
  clean: CleanHtml,
): BlockTable | undefined {
  const parts = table?.children() ?? []
  const rowsOf = (part: ElementLike) =>
    (part.tag === 'tr' ? [part] : part.children()).filter(({ tag }) => tag === 'tr')
  const elements = parts.flatMap(rowsOf)
  if (elements.length > maxRows) return undefined
  const cells = elements.map((row) => cellsOf(row, maxColumns))
  // A column in which no cell begins is dropped.
  const columns = Math.max(0, ...cells.map((row) => row.findLastIndex(Boolean) + 1))
  if (!columns || columns > maxColumns) return undefined
  const texts = cellTexts(
    cells.flatMap((row) => Array.from({ length: columns }, (_, at) => row[at])),
    clean,
  )
  const isHead = parts[0]?.tag === 'thead' && rowsOf(parts[0]).length > 0
  return (
    texts && {
      head: isHead || cells[0]!.every((cell) => !cell || cell.tag === 'th'),
      rows: cells.map((_, at) => texts.slice(at * columns, (at + 1) * columns)),
    }
  )
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
  if (part.kind === 'table') return tableFrom(childOf(element, 'table'), part, clean)
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

/** What of it is a line or lines. */
function textOf(value: Values[string]): string {
  if (typeof value !== 'object') return value ?? ''
  if ('rows' in value) return ''
  return 'text' in value ? value.text : value.caption
}

const hasText = (html: string) => isVisible(visibleText(html))

/** A value as it is stored; undefined for one with nothing to read or see. */
function tidy(part: Part, value: Values[string]): Values[string] {
  if (typeof value === 'string') {
    if (part.kind === 'rich') return visibleText(value) || hasPicture(value) ? value : undefined
    const text = part.kind === 'lines' ? lines(value) : line(value)
    return isVisible(text) ? text : undefined
  }
  if (!value || 'src' in value) return value
  if ('rows' in value) return value.rows.flat().some(hasText) ? value : undefined
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
  if (part.kind === 'table') return problemOfTable(part, value as BlockTable)
  const max = part.kind === 'lines' ? maxLines : maxLine
  if (part.kind !== 'rich' && textOf(value).length > max) return `Must be at most ${max} characters`
}

function problemOfTable(
  { maxColumns, maxRows }: { maxColumns: number; maxRows: number },
  { rows }: BlockTable,
): string | undefined {
  const columns = rows[0]?.length ?? 0
  if (columns > maxColumns) return `A table has at most ${maxColumns} columns`
  if (rows.length > maxRows) return `A table has at most ${maxRows} rows`
  if (rows.some((row) => row.length !== columns)) return 'Each row has as many cells as the first'
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
    values: valuesFrom(section, [...parts, ...sectionChoices], clean),
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

function tableHtml({ head, rows }: BlockTable): string {
  const rowHtml = (tag: 'th' | 'td') => (row: string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  const top = head ? rows.slice(0, 1).map(rowHtml('th')).join('') : ''
  const body = rows
    .slice(head ? 1 : 0)
    .map(rowHtml('td'))
    .join('')
  return `<table>${top && `<thead>${top}</thead>`}${body && `<tbody>${body}</tbody>`}</table>`
}

function partHtml(part: Part, given: Values[string]): string {
  const value = tidy(part, given)
  if (value === undefined || part.kind === 'choice') return ''
  if (typeof value === 'object') {
    if ('src' in value) return pictureHtml(value)
    if ('rows' in value) return tableHtml(value)
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
    .map((part) => {
      if (part.kind !== 'choice') return ''
      const value = values[part.name] ?? part.options[0]
      return part.unwritten && value === part.options[0] ? '' : ` data-${part.name}="${value}"`
    })
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
  return `<section data-block="${name}"${choicesOf([...parts, ...sectionChoices], values)}>${content}</section>`
}

/** A block to fill in. */
export const emptyBlock = (name: BlockName): Block => {
  const { parts, entries: several } = kindOf(name)
  const entries = Array.from({ length: several?.min ?? 0 }, () => emptyEntry(several?.parts ?? []))
  return { name, values: emptyEntry([...parts, ...sectionChoices]), entries }
}

const emptyTable = (): BlockTable => ({
  head: true,
  rows: Array.from({ length: 3 }, () => ['', '', '']),
})

/** With the first of each choice, and of a table its empty cells. */
export const emptyEntry = (parts: Part[]): Values =>
  Object.fromEntries(
    parts.flatMap((part): [string, Values[string]][] => {
      if (part.kind === 'table') return [[part.name, emptyTable()]]
      return part.kind === 'choice' ? [[part.name, part.options[0]]] : []
    }),
  )

/** What it is, for people who can't see it: 'People, 3 people'. */
export function describe({ name, values, entries }: Block): string {
  const { label, entries: several } = kindOf(name)
  const { table } = values
  if (typeof table === 'object' && 'rows' in table) {
    const { length } = table.rows
    return `${label}, ${length} ${length === 1 ? 'row' : 'rows'}`
  }
  if (!several) return label
  return `${label}, ${entries.length} ${entries.length === 1 ? several.one : several.many}`
}
