import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { isMissing } from '../../lib/api/api.ts'
import { keepOpened } from '../../lib/last-list.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { LoadError } from '../LoadError.tsx'
import { applicationDetailQuery } from '../queries.ts'
import { movedTo, useSetStatus } from '../status/use-set-status.ts'
import styles from './ApplicationDetail.module.css'
import { Review } from './Review.tsx'
import { useShown } from './use-shown.ts'

export default function ApplicationDetail() {
  const { id, go } = useShown()
  // While another application loads, the one before stays.
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...applicationDetailQuery(id),
    placeholderData: keepPreviousData,
  })
  const setStatus = useSetStatus()
  const { isSuccess, variables } = setStatus
  useEffect(() => keepOpened(id), [id])
  return (
    <>
      <p className="visually-hidden" role="status">
        {isSuccess && movedTo(variables)}
      </p>
      <p className="visually-hidden" role="status">
        {data && `${fullName(data)}, ${data.job_title}, ${statusLabel[data.status]}`}
      </p>
      {!data || isMissing(error) ? (
        <LoadError key={id} title="Application" error={error} onRetry={() => refetch()} />
      ) : (
        <div
          data-room="window"
          aria-busy={isPlaceholderData}
          className={`${styles.record} ${isPlaceholderData ? styles.leaving : ''}`}
        >
          <Review application={data} shownNext={id} setStatus={setStatus} onGo={go} />
        </div>
      )}
    </>
  )
}
