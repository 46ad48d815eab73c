import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { History as HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import type { Version, WholeVersion } from '#api/website/content/contract/row.ts'
import type { ContentKind } from '#api/website/content/contract.ts'
import { languageName } from '../lib/text/language-name.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { PagedList, usePageNumber } from '../ui/list/PagedList.tsx'
import { Moment } from '../ui/Moment.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { Marked } from '../ui/save/Marked.tsx'
import { Shown } from '../ui/save/SaveConflict.tsx'
import { compareTexts } from '../ui/save/words.ts'
import { fieldNames } from './field-names.ts'
import styles from './History.module.css'
import { PublishedAds } from './PublishedAds.tsx'
import { restoreVersion, thingOf, versionListQuery, versionQuery } from './queries.ts'

export const PageHistory = () => <History kind="page" />
export const JobHistory = () => <History kind="job" />

/** What was saved of a page or job, each beside what came before it. */
function History({ kind }: { kind: ContentKind }) {
  const { id: given = '' } = useParams({ strict: false }) as { id?: string }
  const id = Number(given)
  const page = usePageNumber()
  const { path } = thingOf[kind]
  const [open, setOpen] = useState<number>()
  const list = useQuery(versionListQuery(kind, id, page))
  const newest = page === 1 ? list.data?.rows[0]?.version : undefined
  return (
    <>
      <PageHeader
        title="History"
        description="What was saved, newest first: the last 200 published versions, and the last 50 drafts."
        back={{ to: `${path}/${given}/edit`, label: 'Back to the form' }}
      />
      {kind === 'job' && <PublishedAds id={id} />}
      <PagedList
        path={`${path}/${given}/history`}
        page={page}
        list={list}
        failed="Failed to load the history"
        empty={
          <Empty icon={HistoryIcon} title="No history yet">
            It starts with the next change.
          </Empty>
        }
      >
        {(row) => (
          <Entry
            key={row.version}
            {...{ kind, id, row }}
            isCurrent={row.version === newest && !row.is_draft}
            isOpen={open === row.version}
            onToggle={() => setOpen(open === row.version ? undefined : row.version)}
          />
        )}
      </PagedList>
    </>
  )
}

function Entry({
  kind,
  id,
  row: { version, saved_at, saved_by, is_draft, languages = [] },
  isCurrent,
  isOpen,
  onToggle,
}: {
  kind: ContentKind
  id: number
  row: Version
  isCurrent: boolean
  isOpen: boolean
  onToggle: () => void
}) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { word, path, key } = thingOf[kind]

  async function restore() {
    await restoreVersion(kind, id, version)
    await client.invalidateQueries({ queryKey: key })
    toast({ message: `Version ${version} was restored`, kind: 'done' })
    await navigate({ to: path })
  }
  return (
    <li className={styles.entry}>
      <div className={`row wrap ${styles.head}`}>
        <h2>
          Version {version} <span className="badge">{is_draft ? 'Draft' : 'Published'}</span>
        </h2>
        <p className={`note ${styles.when}`}>
          <Moment at={saved_at} />
          {saved_by && <span>{` by ${saved_by}`}</span>}
          {languages.length > 0 && (
            <span>{`, with ${languages.map(languageName).join(', ')}`}</span>
          )}
        </p>
        <div className="line">
          <button
            type="button"
            className="button quiet small"
            aria-expanded={isOpen}
            aria-label={`Compare version ${version}`}
            onClick={onToggle}
          >
            Compare
          </button>
          {!isCurrent && (
            <button
              type="button"
              className="button quiet small"
              aria-label={`Restore version ${version}`}
              onClick={() => setAsking(true)}
            >
              Restore
            </button>
          )}
        </div>
      </div>
      {isOpen && <Comparison {...{ kind, id, version }} />}
      {asking && (
        <Confirm
          title={`Restore version ${version}?`}
          message={
            <p>
              The {word} will say what it said then. If visitors see it, they see that at once. The
              current version stays in the history, and a draft that is not published stays as it
              is.
            </p>
          }
          action="Restore"
          onConfirm={restore}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

/** A version beside the one before it. */
function Comparison({ kind, id, version }: { kind: ContentKind; id: number; version: number }) {
  const now = useQuery(versionQuery(kind, id, version))
  const earlier = now.data?.previous ?? undefined
  const before = useQuery({
    ...versionQuery(kind, id, earlier ?? 0),
    enabled: earlier !== undefined,
  })
  return (
    <Loaded query={now} failed="Failed to load this version" rows={2}>
      {(after) =>
        earlier === undefined ? (
          <Changes kind={kind} after={after} before={undefined} />
        ) : (
          <Loaded query={before} failed="Failed to load the version before" rows={2}>
            {(before) => <Changes kind={kind} after={after} before={before} />}
          </Loaded>
        )
      }
    </Loaded>
  )
}

const isText = (value: unknown): value is string | null =>
  typeof value === 'string' || value === null

/** Otherwise only its formatting or pictures were changed. */
const hasOtherWords = (before: string | null, after: string | null) =>
  compareTexts(before ?? '', after ?? '').some(({ kind }) => kind !== 'same')

function Changes({
  kind,
  after,
  before,
}: {
  kind: ContentKind
  after: WholeVersion
  before: WholeVersion | undefined
}) {
  const names = Object.keys(after.fields).filter(
    (name) => JSON.stringify(after.fields[name]) !== JSON.stringify(before?.fields[name] ?? null),
  )
  if (!names.length) return <p className={`soft ${styles.none}`}>Nothing in it changed.</p>
  return (
    <dl className={`stack ${styles.changes}`}>
      {names.map((name) => {
        const [old, now] = [before?.fields[name] ?? null, after.fields[name] ?? null]
        return (
          <div key={name}>
            <dt className="label">{fieldNames[kind][name] ?? name}</dt>
            {before && isText(old) && isText(now) && hasOtherWords(old, now) ? (
              <dd className={`stack gap-3 ${styles.sides}`}>
                <Side
                  label={`Version ${before.version}`}
                  before={old}
                  after={now}
                  shows="removed"
                />
                <Side label={`Version ${after.version}`} before={old} after={now} shows="added" />
              </dd>
            ) : (
              <dd className={`stack gap-3 ${styles.sides}`}>
                {before && (
                  <div className={`box ${styles.side}`}>
                    <h3>Version {before.version}</h3>
                    <Shown value={old} />
                  </div>
                )}
                <div className={`box ${styles.side}`}>
                  <h3>Version {after.version}</h3>
                  <Shown value={now} />
                </div>
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

/** One of the two texts, with the words marked that the other has not. */
function Side({
  label,
  before,
  after,
  shows,
}: {
  label: string
  before: string | null
  after: string | null
  shows: 'added' | 'removed'
}) {
  const parts = compareTexts(before ?? '', after ?? '').filter(
    ({ kind }) => kind === 'same' || kind === shows,
  )
  return (
    <div className={`box ${styles.side}`}>
      <h3>{label}</h3>
      <p dir="auto">{parts.length ? <Marked parts={parts} /> : '(empty)'}</p>
    </div>
  )
}
