import type { ComponentProps } from 'react'
import type { ControlProps } from './Field.tsx'

/** An input for a 6-digit code, offered for autofill; with `anyKind` also for a recovery code. */
export const CodeInput = ({
  anyKind = false,
  ...control
}: ControlProps &
  Pick<ComponentProps<'input'>, 'ref' | 'onChange' | 'onBlur'> & {
    name: string
    anyKind?: boolean
  }) => (
  <input
    {...control}
    className="input"
    type="text"
    inputMode={anyKind ? 'text' : 'numeric'}
    autoComplete={anyKind ? 'off' : 'one-time-code'}
    autoCapitalize="none"
    spellCheck={false}
    required
  />
)
