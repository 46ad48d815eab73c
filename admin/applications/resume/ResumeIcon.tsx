import { fullName } from '#api/core/http/contract/text.ts'
import type { Named } from '../queries.ts'
import { DownloadIcon } from './DownloadResume.tsx'
import styles from './ResumeIcon.module.css'
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
