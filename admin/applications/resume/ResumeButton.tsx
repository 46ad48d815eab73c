import { Columns2, Eye } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { fileSize } from '../../lib/text/file-size.ts'
import type { Application, Named } from '../queries.ts'
import { setBeside } from './beside.ts'
import { DownloadIcon, DownloadResume } from './DownloadResume.tsx'
import styles from './ResumeButton.module.css'
import { ResumePreview } from './ResumePreview.tsx'
import { useResumeDownload } from './use-resume-download.ts'

export function ResumeIcon({ application }: { application: Named }) {
  const download = useResumeDownload(application)
  return (
    <button
      type="button"
      className={`button quiet small ${styles.icon}`}
      aria-label={`Download ${fullName(application)}'s resume`}
      aria-disabled={download.isPending}
      onClick={() => !download.isPending && download.mutate()}
    >
      <DownloadIcon busy={download.isPending} />
    </button>
  )
}

export function ResumeButton({
  application,
  hasBeside,
}: {
  application: Application
  /** Offers it beside the letter. */
  hasBeside: boolean
}) {
  const { resume_type, resume_size } = application
  const [previewing, setPreviewing] = useState(false)
  const facts = [resume_type?.toUpperCase(), resume_size && fileSize(resume_size)].filter(Boolean)
  return (
    <div className={`row wrap ${styles.whole}`}>
      <DownloadResume application={application} kind="primary" />
      {resume_type && (
        <button type="button" className="button" data-preview onClick={() => setPreviewing(true)}>
          <Eye size={16} aria-hidden /> Preview
        </button>
      )}
      {resume_type && hasBeside && (
        <button type="button" className="button" data-beside onClick={() => setBeside(true)}>
          <Columns2 size={16} aria-hidden /> Read beside the letter
        </button>
      )}
      <span className="help">{facts.join(' · ')}</span>
      {previewing && resume_type && (
        <ResumePreview
          application={application}
          type={resume_type}
          onClose={() => setPreviewing(false)}
        />
      )}
    </div>
  )
}
