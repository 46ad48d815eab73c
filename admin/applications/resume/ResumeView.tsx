import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Fault } from '#api/core/files/contract/preview-error.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import type { ResumeType } from '../../resume-frame/messages.ts'
import { Failed } from '../../ui/States.tsx'
import { checkOf } from '../files/checks.ts'
import { FileState } from '../files/FileState.tsx'
import type { Application } from '../queries.ts'
import { DownloadResume } from './DownloadResume.tsx'
import { ResumeFrame } from './ResumeFrame.tsx'
import { resumeQuery } from './resume.ts'

const names = { pdf: 'PDF', docx: 'Word document', doc: 'Word document' }

const reasons: Record<Fault, string> = {
  broken: 'This file may be damaged. Try downloading it.',
  locked: 'This file needs a password. Download it to open it.',
  xfa: 'This is an XFA form, which needs Adobe Acrobat Reader. Download it to open it there.',
  empty: 'This file has no pages. Try downloading it.',
  large: 'This file is too large to show here. Download it to open it.',
}

const pageCount = (pages: number) => `${pages} ${pages === 1 ? 'page' : 'pages'}`

/** Why searches don't find its words, while they look for them. */
function unread(state: Application['resume_text'], type: ResumeType) {
  if (state === 'unreadable') return 'Searches can’t read its text'
  if (state !== 'no_text') return undefined
  return type === 'pdf' ? 'No text: scanned' : 'No text'
}

/** A resume with its download. Fetched each time it opens; each fetch is recorded as a view. */
export function ResumeView({
  application,
  type,
  takesFocus = false,
  onEscape,
  onSettled,
}: {
  application: Application
  type: ResumeType
  /** Focuses the frame once it is ready. */
  takesFocus?: boolean
  onEscape: () => void
  /** Called when the first page is shown, or can't be. */
  onSettled?: () => void
}) {
  const check = checkOf(application, 'resume')
  const { data, error, refetch } = useQuery({ ...resumeQuery(application.id), enabled: !check })
  const [fault, setFault] = useState<Fault>()
  const [pages, setPages] = useState<number>()
  const isShown = !error && !fault
  const settle = useEffectEvent(() => onSettled?.())
  useEffect(() => {
    if (error || check) settle()
  }, [error, check])
  const facts = [
    type === 'doc' ? 'Text only, without its layout' : pages && pageCount(pages),
    unread(application.resume_text, type),
  ]
  if (check) return <FileState applicationId={application.id} check={check} name="Resume" />
  return (
    <>
      <div className="row wrap gap-3">
        <DownloadResume application={application} />
        <p className="help" role="status">
          {isShown && facts.filter(Boolean).join(' · ')}
        </p>
      </div>
      {error && (
        <Failed message="Couldn't load the resume" error={error} onRetry={() => refetch()} />
      )}
      {fault && (
        <Failed
          message={`Can't show this ${names[type]} here`}
          reason={reasons[fault]}
          onRetry={fault === 'broken' ? () => setFault(undefined) : undefined}
        />
      )}
      {isShown && (
        <ResumeFrame
          bytes={data}
          type={type}
          title={`${fullName(application)}'s resume`}
          takesFocus={takesFocus}
          onPages={setPages}
          onShown={onSettled}
          onFault={(found) => {
            setFault(found)
            onSettled?.()
          }}
          onEscape={onEscape}
        />
      )}
    </>
  )
}
