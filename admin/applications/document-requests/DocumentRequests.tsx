import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FilePlus } from 'lucide-react'
import { useState } from 'react'
import { fileSize } from '../../lib/text/file-size.ts'
import { formatDate } from '../../lib/text/format.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Loaded } from '../../ui/States.tsx'
import { type Application, applicationsKey } from '../queries.ts'
import { DownloadIcon } from '../resume/DownloadResume.tsx'
import { useDownload } from '../resume/use-download.ts'
import { AskForDocument } from './AskForDocument.tsx'
import styles from './DocumentRequests.module.css'
import {
  type DocumentRequest,
  documentRequestsQuery,
  downloadDocument,
  withdrawRequest,
} from './queries.ts'

/** The files that the candidate was asked for, and a form to ask for another. */
export function DocumentRequests({ application }: { application: Application }) {
  const { id, first_name, withdrawn_at } = application
  const query = useQuery(documentRequestsQuery(id))
  const [isAsking, setIsAsking] = useState(false)
  const [withdrawing, setWithdrawing] = useState<DocumentRequest>()
  const client = useQueryClient()

  async function withdraw(request: DocumentRequest) {
    try {
      await withdrawRequest(request)
      toast({ message: 'Request withdrawn', kind: 'done' })
    } finally {
      await client.invalidateQueries({ queryKey: applicationsKey })
    }
  }
  return (
    <div className={`stack gap-3 measure ${styles.whole}`}>
      <Loaded query={query} failed="Failed to load the requested files" rows={1}>
        {(requests) =>
          requests.length > 0 && (
            <ul className={styles.list} aria-label="Requested files">
              {requests.map((request) => (
                <Item
                  key={request.id}
                  request={request}
                  name={first_name}
                  onWithdraw={() => setWithdrawing(request)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAsking ? (
        <AskForDocument application={application} onClose={() => setIsAsking(false)} />
      ) : (
        !withdrawn_at && (
          <button type="button" className="button small" onClick={() => setIsAsking(true)}>
            <FilePlus size={16} aria-hidden /> Ask for a file
          </button>
        )
      )}
      {withdrawing && (
        <Confirm
          title={`Withdraw “${withdrawing.name}”?`}
          message={`The conversation will say that this file is no longer needed. ${first_name} gets no email.`}
          action="Withdraw request"
          busyAction="Withdrawing..."
          cancel="Keep it"
          onConfirm={() => withdraw(withdrawing)}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </div>
  )
}

function Item({
  request,
  name,
  onWithdraw,
}: {
  request: DocumentRequest
  name: string
  onWithdraw: () => void
}) {
  const { received_at, due_on, file_name, type, size, created_at, requested_name } = request
  return (
    <li>
      <div className={`line wrap ${styles.what}`}>
        <strong dir="auto">{request.name}</strong>
        <span className={`badge ${received_at ? 'green' : 'yellow'}`}>
          {received_at ? 'Received' : `Waiting for ${name}`}
        </span>
        <p className={`note ${styles.facts}`}>
          {received_at ? (
            <>
              <Moment at={received_at} />
              {type && <span>{` · ${type.toUpperCase()}`}</span>}
              {size !== null && <span>{` · ${fileSize(size)}`}</span>}
            </>
          ) : (
            <>
              {due_on ? `By ${formatDate(`${due_on}T12:00`)}` : 'No due date'} · asked by{' '}
              {requested_name}, <Moment at={created_at} />
            </>
          )}
        </p>
      </div>
      {file_name ? (
        <Download request={request} />
      ) : (
        <button
          type="button"
          className="button small"
          aria-label={`Withdraw ${request.name}`}
          onClick={onWithdraw}
        >
          Withdraw
        </button>
      )}
    </li>
  )
}

function Download({ request }: { request: DocumentRequest }) {
  const saving = useDownload(request.name, () => downloadDocument(request))
  return (
    <button
      type="button"
      className="button small"
      aria-label={`Download ${request.name}`}
      aria-disabled={saving.isPending}
      onClick={() => !saving.isPending && saving.mutate()}
    >
      <DownloadIcon busy={saving.isPending} /> Download
    </button>
  )
}
