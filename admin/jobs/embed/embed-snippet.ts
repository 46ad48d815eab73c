import { escapeHtml } from '#api/core/http/contract/text.ts'

/** The filters of /jobs, one value each. */
export const embedFilters = ['team', 'type', 'workplace', 'place', 'q'] as const

export type EmbedFilters = Partial<Record<(typeof embedFilters)[number], string>>

/** The address of the job list with these filters. */
export function jobsAddress(site: string, filters: EmbedFilters): string {
  const query = new URLSearchParams(
    embedFilters.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  )
  return `${site}/jobs${query.size ? `?${query}` : ''}`
}

/** The attributes of `<foyer-jobs>`, in which `|` separates values. */
export const embedAttributes = (filters: EmbedFilters): EmbedFilters =>
  Object.fromEntries(
    embedFilters.flatMap((name) =>
      filters[name] ? [[name, filters[name].replaceAll('|', '\\|')]] : [],
    ),
  )

/** The HTML for another website. `site` is an origin. */
export function embedSnippet(site: string, filters: EmbedFilters, label: string): string {
  const attributes = Object.entries(embedAttributes(filters)).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  )
  return `<script type="module" src="${escapeHtml(site)}/embed.js"></script>
<foyer-jobs${attributes.join('')}>
  <a href="${escapeHtml(jobsAddress(site, filters))}">${escapeHtml(label)}</a>
</foyer-jobs>`
}
