import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import styles from './Api.module.css'
import { CallDetail } from './CallDetail.tsx'
import { CallList } from './CallList.tsx'
import { callsOf, type Document, descriptionQuery } from './description.ts'
import { matching } from './matching.ts'
import { Start, startId } from './Start.tsx'
import { useShown } from './use-shown.ts'

/** Every call of the api, read from its own description. The address's fragment names the call that is shown. */
export default function Api() {
  const { data, error, refetch } = useQuery(descriptionQuery)
  const { hash } = useLocation()
  const call = data && callsOf(data).find(({ id }) => id === hash)
  return (
    <>
      <PageHeader
        title="API"
        documentTitle={call ? `${call.summary} | API` : 'API'}
        description="All that this product does, other programs may do as well."
        actions={
          <a className="button" href="/api/openapi.json" download="openapi.json">
            <Download size={17} aria-hidden /> openapi.json
          </a>
        }
      />
      {data && <Calls document={data} />}
      {!data && error && (
        <Failed
          message="Failed to load the description of the API"
          error={error}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Loading rows={8} />}
    </>
  )
}

function Calls({ document }: { document: Document }) {
  const { hash } = useLocation()
  const { q = '' }: { q?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const calls = callsOf(document)
  const call = calls.find(({ id }) => id === hash)
  const region = useShown(hash)
  const search = (words: string) =>
    navigate({
      to: '/api',
      search: words ? { q: words } : {},
      hash,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  return (
    // On a small screen there is room for one of the two.
    <div className={styles.columns} data-chosen={Boolean(hash)}>
      <CallList calls={matching(calls, q)} shown={call?.id ?? startId} q={q} onSearch={search} />
      <section ref={region} id={hash || startId} className={styles.detail} aria-label="Shown call">
        {call ? (
          <CallDetail key={call.id} call={call} schemas={document.components.schemas} q={q} />
        ) : (
          <Start document={document} isUnknown={Boolean(hash) && hash !== startId} q={q} />
        )}
      </section>
    </div>
  )
}
