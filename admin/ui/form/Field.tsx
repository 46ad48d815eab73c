import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Attributes that connect a control to its label, help and error. */
export type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control with label, help and error. `htmlFor` becomes the control's id. */
export function Field({
  label,
  htmlFor,
  error,
  help,
  optional = false,
  children,
}: {
  label: ReactNode
  htmlFor: string
  error?: string | undefined
  help?: ReactNode
  optional?: boolean
  children: (props: ControlProps) => ReactNode
}) {
  const described = [help && `${htmlFor}-help`, error && `${htmlFor}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="field">
      <label htmlFor={htmlFor}>
        {label} {optional && <span className="optional">(optional)</span>}
      </label>
      {children({
        id: htmlFor,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {help && (
        <div className="help" id={`${htmlFor}-help`}>
          {help}
        </div>
      )}
      <FieldError id={`${htmlFor}-error`} message={error} />
    </div>
  )
}

export const FieldError = ({ id, message }: { id: string; message: string | undefined }) =>
  message && (
    <p className="error" id={id}>
      <CircleAlert size={15} aria-hidden /> {message}
    </p>
  )
