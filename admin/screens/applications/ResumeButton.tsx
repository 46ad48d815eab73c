import { Download, Eye, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#api/contract/text.ts'
import type { Application, Named } from '../../lib/applications.ts'
import { fileSize } from '../../lib/file-size.ts'
import styles from './ResumeButton.module.css'
import { ResumePreview } from './ResumePreview.tsx'
import { useResumeDownload } from './use-resume-download.ts'

const Icon = ({ busy }: { busy: boolean }) =>
  busy ? (
    <LoaderCircle size={16} aria-hidden className={styles.busy} />
  ) : (
    <Download size={16} aria-hidden />
  )

/** The download of a resume as one of a row's small buttons. */
export function ResumeIcon({ application }: { application: Named }) {
  const download = useResumeDownload(application)
  return (
    <button
      type="button"
      className={`button quiet small ${styles.icon}`}
      aria-label={`Download resume of ${fullName(application)}`}
      title="Download resume"
      aria-disabled={download.isPending}
      onClick={() => !download.isPending && download.mutate()}
    >
      <Icon busy={download.isPending} />
    </button>
  )
}

/** 'Download Resume', and 'Preview' when it is a PDF, with the file's type and size. */
export function ResumeButton({ application }: { application: Application }) {
  const { resume_type, resume_size } = application
  const download = useResumeDownload(application)
  const [previewing, setPreviewing] = useState(false)
  const isPdf = resume_type === 'pdf'
  const facts = [
    resume_type?.toUpperCase(),
    resume_size && fileSize(resume_size),
    !isPdf && 'No preview',
  ].filter(Boolean)
  return (
    <div className={styles.whole}>
      <button
        type="button"
        className="button primary"
        aria-disabled={download.isPending}
        onClick={() => !download.isPending && download.mutate()}
      >
        <Icon busy={download.isPending} />
        {download.isPending ? 'Downloading...' : 'Download Resume'}
      </button>
      {isPdf && (
        <button type="button" className="button" onClick={() => setPreviewing(true)}>
          <Eye size={16} aria-hidden /> Preview
        </button>
      )}
      <span className="help">{facts.join(' · ')}</span>
      {previewing && (
        <ResumePreview application={application} onClose={() => setPreviewing(false)} />
      )}
    </div>
  )
}
