// @ts-check
// <foyer-jobs>: the open positions of a careers site on any website. docs/embed.md describes it.

const filters = ['team', 'type', 'workplace', 'place', 'q']

// A style element would need 'unsafe-inline' in the website's Content-Security-Policy.
const styles = new CSSStyleSheet()
styles.replaceSync(`
  :host { display: block; color: var(--foyer-color, inherit); font: var(--foyer-font, inherit); }
  :host([hidden]) { display: none; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { padding-block: var(--foyer-gap, 0.75em); overflow-wrap: anywhere; }
  li + li { border-top: 1px solid var(--foyer-line, color-mix(in srgb, currentcolor 25%, transparent)); }
  p { margin: 0.25em 0 0; color: var(--foyer-details, inherit); }
  span + span::before { content: " · "; }
  a { color: var(--foyer-link, inherit); text-decoration: underline 2px var(--foyer-underline, var(--foyer-brand)); text-underline-offset: 0.2em; }
  li a { font-weight: 600; }
`)

/**
 * Requests under way, by address: elements with the same filters share one.
 * @type {Map<string, Promise<string>>}
 */
const requests = new Map()

/** @param {string} address */
function read(address) {
  let request = requests.get(address)
  if (!request) {
    request = fetch(address)
      .then((response) => (response.ok ? response.text() : Promise.reject(response.status)))
      .finally(() => requests.delete(address))
    requests.set(address, request)
  }
  return request
}

/**
 * The values of an attribute, separated by `|`; in a value it is written `\|`.
 * @param {string | null} attribute
 */
export const valuesOf = (attribute) =>
  (attribute ?? '')
    .split(/(?<!\\)\|/)
    .map((value) => value.replaceAll('\\|', '|').trim())
    .filter(Boolean)

/**
 * @param {string} tag
 * @param {object} properties
 * @param {Node[]} children
 */
function create(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** @param {{ title: string, url: string, team?: string, location?: string, salary?: string }} job */
function drawJob({ title, url, team, location, salary }) {
  const details = [team, location, salary].filter(Boolean)
  return create(
    'li',
    { part: 'job' },
    create('a', { part: 'title', href: url, dir: 'auto', textContent: title }),
    create(
      'p',
      { part: 'details', hidden: !details.length },
      ...details.map((textContent) => create('span', { dir: 'auto', textContent })),
    ),
  )
}

/** @param {{ language: string, heading: string, none: string, all: string, brand: string }} site */
export function defineJobs({ language, heading, none, all, brand }) {
  if (customElements.get('foyer-jobs')) return
  styles.insertRule(`:host { --foyer-brand: ${brand}; }`)

  customElements.define(
    'foyer-jobs',
    class extends HTMLElement {
      static observedAttributes = [...filters, 'lang']
      #content = create('div', { lang: language })
      #shown = ''
      #loads = 0

      constructor() {
        super()
        const root = this.attachShadow({ mode: 'open' })
        root.adoptedStyleSheets = [styles]
        root.append(this.#content)
      }

      connectedCallback() {
        document.addEventListener('visibilitychange', this)
        this.#load()
      }

      disconnectedCallback() {
        document.removeEventListener('visibilitychange', this)
      }

      attributeChangedCallback() {
        if (this.isConnected) this.#load()
      }

      /** Reads the jobs again when the visitor comes back: some may have closed. */
      handleEvent() {
        if (!document.hidden) this.#load()
      }

      async #load() {
        const load = ++this.#loads
        // Several attributes may change at once.
        await null
        if (load !== this.#loads) return
        const query = new URLSearchParams()
        for (const name of filters)
          for (const value of valuesOf(this.getAttribute(name))) query.append(name, value)
        const search = query.size ? `?${query}` : ''
        const list = new URLSearchParams(query)
        const lang = this.getAttribute('lang')
        if (lang) list.append('lang', lang)
        const jobsSearch = list.size ? `?${list}` : ''
        /** @param {string} path */
        const at = (path) => new URL(path, import.meta.url).href
        const link = create('a', {
          part: 'link',
          href: at(`./jobs${search}`),
          textContent: heading,
        })
        if (!this.#shown) this.#content.replaceChildren(create('slot', {}, link))
        try {
          const text = await read(at(`./jobs.json${jobsSearch}`))
          // Drawing the same list again would take the focus from its links.
          if (load !== this.#loads || jobsSearch + text === this.#shown) return
          const { jobs } = JSON.parse(text)
          const rows = create('ul', { part: 'list', role: 'list', ariaLabel: heading })
          rows.append(...jobs.map(drawJob))
          const nothing = create('p', { part: 'empty', textContent: none })
          const others = create('a', { part: 'link', href: at('./jobs'), textContent: all })
          this.#content.replaceChildren(
            ...(jobs.length ? [rows] : search ? [nothing, others] : [nothing]),
          )
          this.#shown = jobsSearch + text
        } catch {
          if (load !== this.#loads) return
          this.#shown = ''
          this.#content.replaceChildren(create('slot', {}, link))
        }
      }
    },
  )
}
