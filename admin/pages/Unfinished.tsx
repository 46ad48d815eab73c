import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { hasPlaceholder } from '#api/website/pages/contract/placeholders.ts'
import { type PageFormState, unfinishedQuery } from './queries.ts'

const sentence = 'Some of this page is text to fill in.'

/** Says in the list that text of a template was left as it is. */
export function Unfinished({ id }: { id: number }) {
  const { data } = useQuery(unfinishedQuery)
  return data?.includes(id) ? <p className="help">{sentence}</p> : null
}

/** The same in the form, as one types. */
export function UnfinishedText({ form }: { form: PageFormState }) {
  const content = useWatch({ control: form.control, name: 'content' })
  return (
    <div role="status">
      {hasPlaceholder(content ?? '') && (
        <p className="notice">{sentence} You can publish it all the same.</p>
      )}
    </div>
  )
}
