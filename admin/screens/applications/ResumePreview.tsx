import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#api/contract/text.ts'
import type { Application } from '../../lib/applications.ts'
import { resumeQuery } from '../../lib/resume.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Failed } from '../../ui/States.tsx'
import { ResumeFrame } from './ResumeFrame.tsx'

const locked = 'It is protected with a password. Download it to open it.'
const broken = 'It may be damaged. Download it to try another program.'

/** A PDF resume, to read in place. Nothing of it is loaded before this is shown; each time counts as a view. */
export function ResumePreview({
  application,
  onClose,
}: {
  application: Application
  onClose: () => void
}) {
  const { data, error, refetch } = useQuery(resumeQuery(application.id))
  const [fault, setFault] = useState<'locked' | 'broken'>()
  return (
    <Modal title={`Resume of ${fullName(application)}`} size="large" onClose={onClose}>
      {error && (
        <Failed message="The resume could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {fault && (
        <Failed
          message="This PDF cannot be shown here"
          reason={fault === 'locked' ? locked : broken}
          onRetry={fault === 'broken' ? () => setFault(undefined) : undefined}
        />
      )}
      {!error && !fault && (
        <ResumeFrame
          bytes={data}
          title={`Resume of ${fullName(application)}`}
          onFault={setFault}
          onEscape={onClose}
        />
      )}
    </Modal>
  )
}
