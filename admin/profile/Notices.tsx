import { useQuery } from '@tanstack/react-query'
import { mailServerQuery, noticeWords } from '../mail/mail-server.ts'
import { CheckField } from '../ui/form/CheckField.tsx'
import { useAccountSetting } from './use-account-setting.ts'

export function Notices() {
  const { data: hasMailServer = true } = useQuery(mailServerQuery)
  const [on, save] = useAccountSetting('notify_applications')
  return (
    <CheckField
      id="notify-applications"
      label="Notify me about new applications"
      help={noticeWords(hasMailServer).help}
      checked={on ?? false}
      onChange={({ target }) => save(target.checked)}
    />
  )
}
