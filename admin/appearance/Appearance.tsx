import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AppearanceRow } from '#api/website/appearance/contract/row.ts'
import type { PictureField } from '#api/website/appearance/contract.ts'
import { complaint, currentOf } from '../lib/api/api.ts'
import { sentence } from '../lib/api/api-error.ts'
import { useOnce } from '../lib/hooks/use-once.ts'
import { toast } from '../lib/toasts.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { Tabs } from '../ui/list/Tabs.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { Shown } from '../ui/save/SaveConflict.tsx'
import styles from './Appearance.module.css'
import { Controls } from './Controls.tsx'
import { History, pictureLabels } from './History.tsx'
import { Preview } from './Preview.tsx'
import { appearanceKey, appearanceQuery, discardDraft, publishDraft } from './queries.ts'
import { type ThemeState, useTheme } from './use-look.ts'
import { labels } from './values.ts'

export default function Appearance() {
  const appearance = useQuery(appearanceQuery)
  if (appearance.data) return <Editor row={appearance.data} />
  return (
    <>
      <PageHeader title="Appearance" />
      <Loaded query={appearance} failed="Failed to load the appearance" rows={8} />
    </>
  )
}

function usePublish({ editor }: ThemeState) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const publish = useOnce(async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      if (!(await editor.flush())) {
        setFailure('Not published: some of your changes are not saved yet. See the marked fields.')
        return
      }
      const { is_draft, updated_at } = editor.state().row
      if (!is_draft || !updated_at) return
      editor.startFrom(await publishDraft(updated_at))
      client.invalidateQueries({ queryKey: appearanceKey, refetchType: 'active' })
      toast({ message: 'The new appearance is on your site', kind: 'done', page: '/' })
    } catch (error) {
      const current = currentOf<AppearanceRow>(error)
      if (current) editor.startFrom(current)
      setFailure(
        current
          ? `Not published: ${sentence(error, '')} Look at the draft below and publish again.`
          : complaint('Failed to publish the appearance', error),
      )
    } finally {
      setBusy(false)
    }
  })
  return { publish, busy, failure }
}

function Editor({ row }: { row: AppearanceRow }) {
  const look = useTheme(row)
  const { editor, isSaved, isStuck, values, errors } = look
  const { publish, busy, failure } = usePublish(look)
  const [dialog, setDialog] = useState<'history' | 'discard'>()
  const [missing, setMissing] = useState<PictureField[]>([])
  const [path, setPath] = useState('/')
  const { view } = useSearch({ strict: false }) as { view?: string }
  const isDraft = look.row.is_draft || !isSaved
  const isPreview = view === 'preview'
  return (
    <div className={`stack ${styles.screen}`}>
      <PageHeader
        title="Appearance"
        description={<Status look={look} />}
        actions={
          <>
            {isDraft && (
              <button type="button" className="button quiet" onClick={() => setDialog('discard')}>
                Discard draft
              </button>
            )}
            <button type="button" className="button" onClick={() => setDialog('history')}>
              History
            </button>
            <button
              type="button"
              className="button primary"
              aria-disabled={!isDraft || busy}
              onClick={() => isDraft && publish()}
            >
              {busy ? 'Publishing...' : 'Publish'}
            </button>
          </>
        }
      />
      <UnsavedGuard dirty={isStuck} onDiscard={() => editor.startFrom(look.row)} />
      {failure && (
        <p className="notice red" role="alert">
          {failure}
        </p>
      )}
      {missing.length > 0 && (
        <p className="notice" role="status">
          Images of this appearance have been deleted: {pictureLabels(missing)}. Choose others.
        </p>
      )}
      <Conflict look={look} />
      <div className={styles.tabs}>
        <Tabs
          label="Parts of this screen"
          tabs={[
            { label: 'Settings', to: '/appearance', current: !isPreview },
            {
              label: 'Preview',
              to: '/appearance',
              search: { view: 'preview' },
              current: isPreview,
            },
          ]}
        />
      </div>
      <div className={styles.panes} data-view={isPreview ? 'preview' : 'settings'}>
        <Controls
          {...{ values, errors }}
          set={editor.set}
          saved={look.row.updated_at ?? undefined}
          onJobsLayout={() => setPath('/jobs')}
        />
        <Preview
          version={look.row.updated_at}
          path={path}
          onPath={setPath}
          canSwitch={values.scheme === 'auto'}
        />
      </div>
      {dialog === 'history' && (
        <History
          isDraft={isDraft}
          onClose={() => setDialog(undefined)}
          onRestored={(restored, gone) => {
            editor.startFrom(restored)
            setMissing(gone)
          }}
        />
      )}
      {dialog === 'discard' && (
        <Confirm
          title="Discard the draft?"
          message="The appearance goes back to what visitors see now."
          action="Discard draft"
          onConfirm={async () => {
            editor.startFrom(await discardDraft())
            setMissing([])
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

/** Whether the draft is saved, and whether it differs from the site. */
function Status({ look: { isSaved, failure, errors, row } }: { look: ThemeState }) {
  const invalid = Object.keys(errors).length > 0
  const saved = row.is_draft ? 'Saved. Not published yet.' : 'Visitors see this.'
  return (
    <p className="meta" role="status">
      {failure ? (
        <span className="error">{failure}</span>
      ) : invalid ? (
        'Saved, except the marked fields.'
      ) : isSaved ? (
        saved
      ) : (
        'Saving...'
      )}
    </p>
  )
}

/** Someone else's changes; of what both changed, asks whose to keep. */
function Conflict({ look: { theirs, editor, values, base } }: { look: ThemeState }) {
  if (!theirs) return null
  const { sentence, fields, contested } = theirs
  const changed = fields.map((name) => labels[name]).join(', ')
  return (
    <div className="notice" role="alert">
      <p>
        {`${sentence} ${contested.length ? 'You both changed the same. ' : ''}Changed: ${changed}.`}
      </p>
      {contested.map((name) => (
        <div key={name}>
          <p>{labels[name]}</p>
          <div className={`line wrap ${styles.buttons}`}>
            <button
              type="button"
              className="button small"
              onClick={() => editor.choose(name, 'mine')}
            >
              Keep mine: <Shown value={values[name]} />
            </button>
            <button
              type="button"
              className="button small"
              onClick={() => editor.choose(name, 'theirs')}
            >
              Take theirs: <Shown value={base[name]} />
            </button>
          </div>
        </div>
      ))}
      {!contested.length && (
        <button type="button" className="button small" onClick={editor.acknowledge}>
          OK
        </button>
      )}
    </div>
  )
}
