import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fileSize } from '../../lib/text/file-size.ts'
import { formatDate } from '../../lib/text/format.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { checkOf } from '../files/checks.ts'
import { FileState } from '../files/FileState.tsx'
import { applicationDetailQuery, applicationsKey } from '../queries.ts'
import { DownloadIcon } from '../resume/DownloadResume.tsx'
import { useDownload } from '../resume/use-download.ts'
import { type DocumentRequest, downloadDocument, withdrawRequest } from './document-requests.ts'

/** Whether a requested file has come; an open request can be withdrawn. */
export function RequestState({ request, name }: { request: DocumentRequest; name: string }) {
  const { received_at, due_on } = request
  const [isAsking, setIsAsking] = useState(false)
  const client = useQueryClient()
  async function withdraw() {
    try {
      await withdrawRequest(request)
      toast({ message: 'Request withdrawn', kind: 'done' })
    } finally {
      await client.invalidateQueries({ queryKey: applicationsKey })
    }
  }
  if (received_at) return <span className="badge green">Received</span>
  return (
    <div className="row wrap">
      <span className="badge yellow">{`Waiting for ${name}`}</span>
      <span className="note">{due_on ? `By ${formatDate(`${due_on}T12:00`)}` : 'No due date'}</span>
      <button
        type="button"
        className="button small"
        aria-label={`Withdraw ${request.name}`}
        onClick={() => setIsAsking(true)}
      >
        Withdraw
      </button>
      {isAsking && (
        <Confirm
          title={`Withdraw “${request.name}”?`}
          message={`The conversation will say that this file is no longer needed. ${name} gets no email.`}
          action="Withdraw request"
          busyAction="Withdrawing..."
          cancel="Keep it"
          onConfirm={withdraw}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

/** The file that the candidate sent. */
export function DownloadFile({ request }: { request: DocumentRequest }) {
  const { name, type, size, application_id } = request
  // Only read from the cache: the record that shows this has loaded it.
  const { data } = useQuery({ ...applicationDetailQuery(application_id), enabled: false })
  const check = data && checkOf(data, 'document', request.id)
  const saving = useDownload(name, () => downloadDocument(request))
  if (check) return <FileState applicationId={application_id} check={check} name={name} />
  return (
    <div className="row wrap">
      <strong dir="auto">{name}</strong>
      <span className="note">
        {[type?.toUpperCase(), size !== null && fileSize(size)].filter(Boolean).join(' · ')}
      </span>
      <button
        type="button"
        className="button small"
        aria-label={`Download ${name}`}
        aria-disabled={saving.isPending}
        onClick={() => !saving.isPending && saving.mutate()}
      >
        <DownloadIcon busy={saving.isPending} /> Download
      </button>
    </div>
  )
}
