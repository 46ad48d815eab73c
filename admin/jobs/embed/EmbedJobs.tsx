import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { en } from '#api/core/words/contract/en.ts'
import { useSearchParams } from '../../lib/hooks/use-search-params.ts'
import { sitePath, siteUrl } from '../../lib/site-address.ts'
import { publicSettingsQuery } from '../../settings/public-settings.ts'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { jobFacetsQuery } from '../queries.ts'
import { EmbedCode } from './EmbedCode.tsx'
import styles from './EmbedJobs.module.css'
import {
  type EmbedFilters,
  embedAttributes,
  embedFilters,
  embedSnippet,
  jobsAddress,
} from './embed-snippet.ts'
import { FeedAddresses } from './FeedAddresses.tsx'

/** What the snippet's link says, as on the site. */
const label = en.jobs.heading

/** The filters in the URL. */
function useFilters() {
  const [search, setSearch] = useSearchParams('/jobs/embed')
  const filters: EmbedFilters = Object.fromEntries(
    embedFilters.flatMap((name) => (search[name] ? [[name, String(search[name])]] : [])),
  )
  const change = (changed: EmbedFilters, replace = false) =>
    setSearch({ ...filters, ...changed }, { replace })
  return { filters, change }
}

/** The HTML that shows open positions on another website, with a preview. */
export default function EmbedJobs() {
  const { filters, change } = useFilters()
  const { data: settings } = useQuery(publicSettingsQuery)
  const site = siteUrl(settings ?? settingDefaults)
  return (
    <>
      <PageHeader
        title="Jobs on Your Website"
        description="Show your open positions on any website. The list updates itself."
        back={{ to: '/jobs', label: 'Back to Jobs' }}
      />
      <div className={`stack gap-6 ${styles.parts}`}>
        <section aria-labelledby="embed-which">
          <h2 id="embed-which">Which jobs</h2>
          <Filters filters={filters} change={change} />
        </section>
        <section aria-labelledby="embed-html">
          <h2 id="embed-html">HTML for your website</h2>
          <EmbedCode html={embedSnippet(site, filters, label)} />
          <p className={styles.note}>
            If your website sends a Content-Security-Policy, add <code>{site}</code> to its{' '}
            <code>script-src</code> and <code>connect-src</code>.
          </p>
        </section>
        <section aria-labelledby="embed-preview">
          <h2 id="embed-preview">Preview</h2>
          <Preview filters={filters} />
          <p className={styles.properties}>
            The list has the font and color of your website. To change them, set{' '}
            <code>--foyer-font</code>, <code>--foyer-color</code>, <code>--foyer-link</code>,{' '}
            <code>--foyer-details</code>, <code>--foyer-line</code> or <code>--foyer-gap</code> in
            your CSS.
          </p>
        </section>
        <FeedAddresses site={site} />
      </div>
    </>
  )
}

const { employmentTypes, workplaces } = en.facts
const labels: Record<string, string> = { ...employmentTypes, ...workplaces }

const kinds = [
  { name: 'team', label: 'Team', all: 'All teams' },
  { name: 'type', label: 'Employment type', all: 'All types' },
  { name: 'workplace', label: 'Workplace', all: 'All workplaces' },
  { name: 'place', label: 'Place', all: 'All places' },
] as const

function Filters({ filters, change }: ReturnType<typeof useFilters>) {
  const { data: facets, isPending } = useQuery(jobFacetsQuery)
  return (
    <div className={styles.filters}>
      <SearchBox
        q={filters.q ?? ''}
        onSearch={(q) => change({ q }, true)}
        label="Title or keyword"
        hint="Title or keyword"
      />
      {kinds.map(({ name, label, all }) => {
        const chosen = filters[name] ?? ''
        const known = facets?.[name].map(({ value }) => value) ?? []
        const values = chosen && !known.includes(chosen) ? [chosen, ...known] : known
        return (
          <select
            key={name}
            className="input"
            aria-label={label}
            value={chosen}
            onChange={(event) => change({ [name]: event.target.value })}
          >
            <option value="">{all}</option>
            {!facets && (
              <option disabled>{isPending ? 'Loading...' : "Couldn't load the choices"}</option>
            )}
            {values.map((value) => (
              <option key={value} value={value}>
                {labels[value] ?? value}
              </option>
            ))}
          </select>
        )
      })}
    </div>
  )
}

/** The element itself, as other websites show it. */
function Preview({ filters }: { filters: EmbedFilters }) {
  useEffect(() => {
    // The address that other websites load, not a file of this build.
    const script = sitePath('/embed.js')
    // Without it the link inside the element is shown.
    import(/* @vite-ignore */ script).catch(() => undefined)
  }, [])
  return (
    <div className={styles.preview}>
      <foyer-jobs {...embedAttributes(filters)}>
        <a href={jobsAddress(sitePath(''), filters)}>{label}</a>
      </foyer-jobs>
    </div>
  )
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'foyer-jobs': EmbedFilters & { children: ReactNode }
    }
  }
}
