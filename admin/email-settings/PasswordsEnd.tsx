import { passwordsEndAt } from './advice.ts'
import styles from './EmailSettings.module.css'

/** Says when a provider stops accepting passwords, and what works instead. */
export const PasswordsEnd = ({ host, isLocked }: { host: string; isLocked: boolean }) => (
  <div role="status" className={styles.passwordsEnd}>
    {passwordsEndAt(host) && (
      <div className={`notice ${styles.status}`}>
        <h2>Microsoft turns off sending with a password at the end of December 2026</h2>
        <p>
          After that, no email leaves through {host} unless an administrator of your Microsoft 365
          allows passwords for SMTP again; organizations that join later can’t. Microsoft will
          announce in the second half of 2027 when passwords end for good.
        </p>
        <p>These keep working:</p>
        <ul>
          <li>
            {isLocked
              ? 'Microsoft 365 without a password: once SMTP_URL is removed, choose it here.'
              : 'Microsoft 365 without a password: choose it above.'}{' '}
            Email then leaves through an app that your company registers at Microsoft.
          </li>
          <li>
            Another provider, such as Postmark, Brevo or Amazon SES. It can send from your own
            address once its DNS records are added.
          </li>
          <li>
            A connector in Exchange Online, if this server has a fixed IP address. The host is then
            the one of your MX record, such as example-com.mail.protection.outlook.com, with port
            25, STARTTLS, and neither user name nor password.
          </li>
        </ul>
      </div>
    )}
  </div>
)
