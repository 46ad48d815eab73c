import { Download, LoaderCircle } from 'lucide-react'
import type { Named } from '../queries.ts'
import styles from './ResumeIcon.module.css'
import { useResumeDownload } from './use-resume-download.ts'

export const DownloadIcon = ({ busy }: { busy: boolean }) =>
  busy ? (
    <LoaderCircle size={16} aria-hidden className={styles.busy} />
  ) : (
    <Download size={16} aria-hidden />
  )

export function DownloadResume({ application, kind = '' }: { application: Named; kind?: string }) {
  const download = useResumeDownload(application)
  return (
    <button
      type="button"
      className={`button ${kind}`}
      aria-disabled={download.isPending}
      onClick={() => !download.isPending && download.mutate()}
    >
      <DownloadIcon busy={download.isPending} />
      {download.isPending ? 'Downloading...' : 'Download Resume'}
    </button>
  )
}
