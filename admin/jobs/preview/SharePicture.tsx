import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shareAddress, shareDrawing } from '#api/website/share/contract.ts'
import { api, read } from '../../lib/api/api.ts'
import { sitePath } from '../../lib/site-address.ts'
import { publicSettingsQuery } from '../../settings/public-settings.ts'
import type { Job } from '../queries.ts'
import styles from './SearchPreview.module.css'

/** The address of the picture that the job's page names as og:image. */
const addressQuery = ({ id, title, location_text }: Job, site: string) =>
  queryOptions({
    queryKey: ['appearance', 'share-picture', id, title, location_text, site],
    queryFn: async () => {
      const look = await read(api.appearance.published.$get())
      return shareAddress('jobs', id, shareDrawing({ title, location_text }, site, look))
    },
  })

/** What people see above a shared link. The server draws it for active jobs only. */
export const SharePicture = ({
  job,
  isOutdated,
}: {
  job: Job | undefined
  /** The form has another title or place. */
  isOutdated: boolean
}) =>
  job?.is_active ? (
    <ActivePicture job={job} isOutdated={isOutdated} />
  ) : (
    <p className={styles.picture}>Publish to see the share image.</p>
  )

function ActivePicture({ job, isOutdated }: { job: Job; isOutdated: boolean }) {
  const { data: settings } = useQuery(publicSettingsQuery)
  const address = useQuery({
    ...addressQuery(job, settings?.site_name ?? ''),
    enabled: settings !== undefined,
  })
  const [failed, setFailed] = useState<string>()
  if (address.isError || (failed && failed === address.data))
    return <p className={styles.picture}>The image couldn't be loaded.</p>
  return (
    <>
      <div className={styles.picture}>
        {address.data && (
          <img
            src={sitePath(address.data)}
            alt=""
            width={1200}
            height={630}
            loading="lazy"
            onError={() => setFailed(address.data)}
          />
        )}
      </div>
      {isOutdated && <p className={styles.outdated}>The image changes when you save.</p>}
    </>
  )
}
