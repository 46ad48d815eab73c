import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailServerQuery } from '../mail/mail-server.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { hasSecret, isSetUp, secretName } from './advice.ts'
import { DnsRecords } from './DnsRecords.tsx'
import styles from './EmailSettings.module.css'
import { PasswordsEnd } from './PasswordsEnd.tsx'
import { type EmailSettings, emailSettingsQuery, sendTest } from './queries.ts'
import { ServerForm } from './ServerForm.tsx'
import { TestEmail } from './TestEmail.tsx'

/** The mail server, the sender, a test, and what the sender's domain needs. Admins only. */
export default function EmailSettingsScreen() {
  const client = useQueryClient()
  const settings = useQuery(emailSettingsQuery)
  const test = useMutation({ mutationFn: sendTest })

  function afterSave(saved: EmailSettings) {
    client.setQueryData(emailSettingsQuery.queryKey, saved)
    client.invalidateQueries({ queryKey: [...emailSettingsQuery.queryKey, 'dns'] })
    client.invalidateQueries({ queryKey: mailServerQuery.queryKey })
    test.reset()
    if (isSetUp(saved) && !saved.password_unreadable && hasSecret(saved)) test.mutate()
  }
  return (
    <>
      <PageHeader
        title="Email Server"
        description="The mailbox that sends your email, and the sender that people see."
      />
      <Loaded query={settings} failed="Failed to load the email settings">
        {(data) => (
          <div className="stack gap-6 narrow">
            <Status settings={data} />
            {data.locked && <PasswordsEnd host={data.host} isLocked />}
            {!data.locked && <ServerForm stored={data} onSaved={afterSave} />}
            {isSetUp(data) && (
              <>
                <TestEmail test={test} settings={data} />
                <DnsRecords sender={data.sender} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

function Status({ settings }: { settings: EmailSettings }) {
  const { kind, locked, host, port, sender, password_unreadable } = settings
  if (locked)
    return (
      <div className={`notice ${styles.status}`}>
        <h2>Set by the person who runs this server</h2>
        <p>
          Email goes through {host}, port {port}, from {sender}. To change it here instead, ask them
          to remove <code>SMTP_URL</code>.
        </p>
      </div>
    )
  if (password_unreadable)
    return (
      <div className={`notice red ${styles.status}`}>
        <h2>Enter the {secretName[kind]} again</h2>
        <p>
          This site was moved or restored, and the key to the stored {secretName[kind]} was not.
          Email waits until you enter it again; nothing is lost.
        </p>
      </div>
    )
  if (!isSetUp(settings))
    return (
      <div className={`notice ${styles.status}`}>
        <h2>Email isn’t set up yet</h2>
        <p>
          Until it is, nobody gets an email: each one is saved as a file on the server. Choose where
          your mailbox is to begin.
        </p>
      </div>
    )
  return null
}
