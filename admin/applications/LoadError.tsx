import { isMissing } from '../lib/api/api.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import { backToList } from './back-to-list.ts'

/** Shown while an application is loading (`error` null), missing, or failed to load. */
export const LoadError = ({
  title,
  error,
  onRetry,
}: {
  title: string
  error: unknown
  onRetry: () => void
}) => (
  <>
    <PageHeader title={title} quiet={!error} {...(!error && { back: backToList() })} />
    {error ? (
      <Failed
        message={isMissing(error) ? 'Application not found' : 'Failed to load application details'}
        onRetry={isMissing(error) ? undefined : onRetry}
        back={backToList()}
      />
    ) : (
      <Loading />
    )}
  </>
)
