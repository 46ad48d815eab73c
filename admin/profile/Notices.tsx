import { CheckField } from '../ui/form/CheckField.tsx'
import { useAccountSetting } from './use-account-setting.ts'

export function Notices() {
  const [on, save] = useAccountSetting('notify_applications')
  return (
    <CheckField
      id="notify-applications"
      label="Tell me about new applications"
      help="You get an email for each one, besides the address in Settings."
      checked={on ?? false}
      onChange={({ target }) => save(target.checked)}
    />
  )
}
