import { useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { PreviewFrame } from '../../ui/PreviewFrame.tsx'
import type { Job, JobFormState, JobValues } from '../queries.ts'
import { adPreviewAddress, previewedAd } from './previewed-ad.ts'
import { SearchPreview } from './SearchPreview.tsx'

/** What visitors and search engines will see of the job in the form. */
export function JobPreview({ form, job }: { form: JobFormState; job: Job | undefined }) {
  // Typing comes first.
  const values = useDeferredValue(useWatch({ control: form.control })) as Partial<JobValues>
  const ad = useMemo(() => previewedAd(values, job), [values, job])
  return (
    <PreviewFrame title="Job ad" address={adPreviewAddress} message={ad}>
      <SearchPreview values={values} job={job} />
    </PreviewFrame>
  )
}
