import { DomUtils, parseDocument } from 'htmlparser2'

type Node = Exclude<Parameters<typeof DomUtils.textContent>[0], unknown[]>
type Attributes = Record<string, string>

/** A part of a page, read without a browser. */
export type Part = {
  /** Without scripts and styles; blanks collapsed. */
  text: string
  /** As it is in the HTML, of a script. */
  source: string
  attributes: Attributes
  /** The parts of this name inside, which have these attributes. */
  all(name: string, attributes?: Attributes): Part[]
  /** As `all`, where there is exactly one. */
  one(name: string, attributes?: Attributes): Part
}

const textOf = (node: Node): string => {
  if ('data' in node && node.type === 'text') return node.data
  if (!('children' in node) || node.type === 'script' || node.type === 'style') return ''
  return node.children.map(textOf).join('')
}

function partOf(node: Node, attributes: Attributes = {}): Part {
  const all = (name: string, wanted: Attributes = {}) =>
    DomUtils.findAll(
      (element) =>
        element.name === name &&
        Object.entries(wanted).every(([key, value]) => element.attribs[key] === value),
      'children' in node ? node.children : [],
    ).map((element) => partOf(element, element.attribs))
  return {
    text: textOf(node).replaceAll(/\s+/g, ' ').trim(),
    source: DomUtils.textContent(node),
    attributes,
    all,
    one(name, wanted) {
      const found = all(name, wanted)
      if (found.length === 1) return found[0]!
      throw new Error(`${found.length} × <${name}> with ${JSON.stringify(wanted ?? {})}`)
    },
  }
}

/** A page that was read otherwise. */
export const parseHtml = (html: string): Part => partOf(parseDocument(html))

/** A response and its page. */
export async function readPage(address: string, init?: RequestInit) {
  const response = await fetch(address, { redirect: 'manual', ...init })
  const html = await response.text()
  const page = parseHtml(html)
  const meta = (name: string) =>
    [...page.all('meta', { name }), ...page.all('meta', { property: name })][0]?.attributes.content
  return {
    status: response.status,
    headers: response.headers,
    html,
    ...page,
    meta,
    title: page.one('head').one('title').text,
    main: page.one('main'),
  }
}

/** Where the links inside lead. */
export const linksIn = (part: Part) => part.all('a').map(({ attributes }) => attributes.href)
