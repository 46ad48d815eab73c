import '../tooltip/tooltip.ts'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { ControlProps } from './Field.tsx'
import styles from './PasswordInput.module.css'

/** Help for choosing a password; the server checks more. */
export const passwordHelp =
  'At least 12 characters. Tip: three or four unrelated words are strong and easy to remember.'

/** A password input with a show/hide button. Pasting stays possible: password managers need it. */
export function PasswordInput({
  name,
  autoComplete = 'current-password',
  required = true,
  ...control
}: ControlProps &
  Pick<ComponentProps<'input'>, 'ref' | 'onChange' | 'onBlur'> & {
    name: string
    autoComplete?: 'current-password' | 'new-password'
    required?: boolean
  }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className={styles.password}>
      <input
        {...control}
        className="input"
        type={shown ? 'text' : 'password'}
        name={name}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required={required}
      />
      <button
        type="button"
        className={`button quiet small ${styles.toggle}`}
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-controls={control.id}
        onClick={() => setShown(!shown)}
      >
        <Icon size={17} aria-hidden />
      </button>
    </div>
  )
}
