import type { ReactNode, RefObject } from 'react'
import { Field } from './Field.tsx'

/** A link to copy: read only, selected as a whole on focus. */
export const LinkField = ({
  id,
  label,
  help,
  url,
  field,
}: {
  id: string
  label: string
  help?: ReactNode
  url: string
  /** From `useCopy`, which selects the link when the browser refuses to copy. */
  field: RefObject<HTMLInputElement | null>
}) => (
  <Field label={label} htmlFor={id} help={help}>
    {(control) => (
      <input
        {...control}
        ref={field}
        className="input"
        readOnly
        value={url}
        // It would submit a form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onFocus={({ target }) => target.select()}
      />
    )}
  </Field>
)
