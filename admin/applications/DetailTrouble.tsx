import { isMissing } from '../lib/api.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import { backToList } from './back-to-list.ts'

/** In place of an application that is not there yet (`error` null), does not exist, or could not be loaded. */
export const DetailTrouble = ({
  title,
  error,
  onRetry,
}: {
  title: string
  error: unknown
  onRetry: () => void
}) => (
  <>
    <PageHeader title={title} {...(!error && { back: backToList() })} />
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
