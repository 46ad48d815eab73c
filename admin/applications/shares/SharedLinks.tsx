import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { ListRow } from '../../ui/list/ListRow.tsx'
import { PagedList, usePageNumber } from '../../ui/list/PagedList.tsx'
import { RowAction, RowActions } from '../../ui/list/RowActions.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/States.tsx'
import { revokeShare, type Share, sharesKey, sharesQuery } from './queries.ts'
import styles from './SharedLinks.module.css'

/** Links to applications for people without an account, and how often they were opened. */
export default function SharedLinks() {
  const page = usePageNumber()
  const list = useQuery(sharesQuery(page))
  return (
    <>
      <PageHeader
        title="Shared Links"
        back={{ to: '/applications', label: 'Back to Applications' }}
        description="They show what candidates sent to people without an account."
      />
      <PagedList
        path="/applications/shared"
        page={page}
        list={list}
        failed="Failed to load the links"
        empty={
          <Empty icon={Share2} title="Nothing is shared">
            Select applications in the list and choose Share…
          </Empty>
        }
      >
        {(row) => <ShareRow key={row.id} share={row} />}
      </PagedList>
    </>
  )
}

const opened = (times: number) => (times === 1 ? 'Opened once' : `Opened ${times} times`)

const endings = {
  revoked: 'Revoked',
  expired: 'Ended',
  deactivated: 'Stopped',
  deleted: 'Ended',
} satisfies Record<NonNullable<Share['ending']>, string>

/** Why a link stopped, where neither its time nor somebody's Revoke is the reason. */
const whyStopped = ({ ending, created_by }: Share) =>
  ending === 'deactivated'
    ? `Stopped because the account of ${created_by} is deactivated; it works again if that is activated`
    : ending === 'deleted' && 'Ended because the account of the person who created it was deleted'

function ShareRow({ share }: { share: Share }) {
  const { name, created_at, created_by, expires_at, ending, views, viewed_at } = share
  const isOver = ending !== null && ending !== 'deactivated'
  const why = whyStopped(share)
  const [asks, setAsks] = useState(false)
  return (
    <ListRow
      name={`For ${name}`}
      badges={ending && <span className="badge">{endings[ending]}</span>}
      facts={
        <>
          <li>
            {viewed_at ? (
              <>
                {opened(views)}, last <Moment at={viewed_at} />
              </>
            ) : (
              'Not opened yet'
            )}
          </li>
          <li>
            Created <Moment at={created_at} />
            {created_by && <span>{` by ${created_by}`}</span>}
          </li>
          {why && <li>{why}</li>}
          {!isOver && (
            <li>
              Ends <Moment at={expires_at} />
            </li>
          )}
        </>
      }
      actions={
        !isOver && (
          <RowActions name={name}>
            <RowAction name={name} word="Revoke…" onClick={() => setAsks(true)} />
          </RowActions>
        )
      }
    >
      <Shown share={share} />
      {asks && <Revoke share={share} onClose={() => setAsks(false)} />}
    </ListRow>
  )
}

/** The applications, and how often each was looked at. */
const Shown = ({ share: { applications: rows } }: { share: Share }) => (
  <details className={styles.shown}>
    <summary>{rows.length === 1 ? '1 application' : `${rows.length} applications`}</summary>
    <ul>
      {rows.map(({ id, job_title, views, ...person }) => (
        <li key={id}>
          <Link to="/applications/$id" params={{ id: String(id) }}>
            {fullName(person)}
          </Link>
          <span>{`, ${job_title}: ${views ? opened(views).toLowerCase() : 'not opened'}`}</span>
        </li>
      ))}
    </ul>
  </details>
)

function Revoke({ share: { id, name }, onClose }: { share: Share; onClose: () => void }) {
  const client = useQueryClient()
  async function revoke() {
    await revokeShare(id)
    toast({ message: `The link for ${name} was revoked`, kind: 'done' })
    onClose()
    await client.invalidateQueries({ queryKey: sharesKey })
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  return (
    <Confirm
      title={`Revoke the link for ${name}?`}
      message={<p>It stops working at once. This can’t be undone.</p>}
      action="Revoke"
      busyAction="Revoking..."
      failed="The link was not revoked"
      onConfirm={revoke}
      onClose={onClose}
    />
  )
}
