import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxSource } from '#api/website/visits/contract.ts'
import { useCopy } from '../lib/hooks/use-copy.ts'
import { siteUrl } from '../lib/site-address.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { CopyButton, CopyStatus } from '../ui/CopyButton.tsx'
import { Field } from '../ui/form/Field.tsx'
import { LinkField } from '../ui/form/LinkField.tsx'

/** A link to the job, or to all jobs, that counts visits from it under a name of one's own. */
export function TrackingLink({ jobId }: { jobId: string }) {
  const [source, setSource] = useState('')
  const { data: settings } = useQuery(publicSettingsQuery)
  const path = jobId ? `/jobs/${jobId}/apply` : '/jobs'
  const name = source.trim()
  const address = `${siteUrl(settings)}${path}${name && `?utm_source=${encodeURIComponent(name)}`}`
  const { field, said, isCopied, copy } = useCopy<HTMLInputElement>(address, 'link')
  return (
    <section aria-labelledby="tracking" className="stack gap-3">
      <h2 id="tracking">Create a tracking link</h2>
      <Field
        label="Source, e.g. newsletter"
        htmlFor="source"
        help="Such as newsletter, poster or a university. Visits through the link are counted under this name."
      >
        {(control) => (
          <input
            {...control}
            className="input"
            maxLength={maxSource}
            value={source}
            onChange={({ target }) => setSource(target.value)}
          />
        )}
      </Field>
      <LinkField id="tracking-link" label="Link" url={address} field={field} />
      <div className="row wrap gap-3">
        <CopyButton label="Copy link" isCopied={isCopied} onCopy={copy} />
        <CopyStatus said={said} isCopied={isCopied} />
      </div>
    </section>
  )
}
