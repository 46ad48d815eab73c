import { useId } from 'react'
import type { CurrentBlock } from '../blocks/nodes/current.ts'
import { Field } from '../ui/form/Field.tsx'
import { IconField } from './IconField.tsx'

/** 'tinted' as 'Tinted'. */
export const asWord = (option: string) =>
  `${option.charAt(0).toUpperCase()}${option.slice(1).replaceAll('-', ' ')}`

/** A choice of a block, or of an entry. */
export function BlockChoice({
  choice: { name, label, options },
  value,
  onChange,
}: CurrentBlock['choices'][number] & { onChange: (value: string) => void }) {
  const id = useId()
  if (name === 'icon') return <IconField {...{ label, options, value, onChange }} />
  return (
    <Field label={label} htmlFor={id}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {asWord(option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
