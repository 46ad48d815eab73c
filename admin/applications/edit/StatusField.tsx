import type { UseFormRegisterReturn } from 'react-hook-form'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import { Field } from '../../ui/form/Field.tsx'

export const StatusField = ({
  id,
  field,
  error,
}: {
  id: string
  field: UseFormRegisterReturn
  error: string | undefined
}) => (
  <Field label="Status" htmlFor={id} error={error}>
    {(props) => (
      <select className="input" {...props} {...field}>
        {applicationStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabel[status]}
          </option>
        ))}
      </select>
    )}
  </Field>
)
