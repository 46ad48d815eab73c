import type { ComponentProps } from 'react'
import type { ControlProps } from './Field.tsx'

/** Where a code is typed: the six digits of an app, which a phone may offer to fill in, or (`anyKind`) also a recovery code. */
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
