import { useQuery } from '@tanstack/react-query'
import { mailServerQuery, noticeWords } from '../mail/mail-server.ts'
import { useAccountSetting } from '../session/use-account-setting.ts'
import { CheckField } from '../ui/form/CheckField.tsx'

export function Notices() {
  const { data: hasMailServer = true } = useQuery(mailServerQuery)
  const [applications, saveApplications] = useAccountSetting('notify_applications')
  const [messages, saveMessages] = useAccountSetting('notify_messages')
  return (
    <div className="stack">
      <CheckField
        id="notify-applications"
        label="Notify me about new applications"
        help={noticeWords(hasMailServer).help}
        checked={applications ?? false}
        onChange={({ target }) => saveApplications(target.checked)}
      />
      <CheckField
        id="notify-messages"
        label="Notify me about messages from candidates"
        help={
          hasMailServer
            ? 'You get an email when a candidate writes, and no other until somebody opens the message or an hour has passed. Without this you get one only for jobs you own, and when you wrote last.'
            : 'No mail server is set up yet, so nothing is emailed. The bell shows unread messages.'
        }
        checked={messages ?? false}
        onChange={({ target }) => saveMessages(target.checked)}
      />
    </div>
  )
}
