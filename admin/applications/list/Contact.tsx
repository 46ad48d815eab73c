import { mailtoUrl } from '#api/core/http/contract/email.ts'
import { dialled } from '../telephone.ts'
import styles from './Contact.module.css'

/** A mailto link that breaks before the `@` when it does not fit. */
export function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    // aria-label: browsers put a space into the accessible name at `<wbr>`.
    <a href={mailtoUrl(email)} aria-label={email} translate="no">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  )
}

/** A tel link if the text contains a number. */
export function Phone({ phone }: { phone: string }) {
  const number = dialled(phone)
  return number ? (
    <a href={`tel:${number}`} translate="no">
      {phone}
    </a>
  ) : (
    <span translate="no">{phone}</span>
  )
}

export const Contact = ({ email, phone }: { email: string; phone: string | null }) => (
  <>
    <span className={styles.contact}>
      <Email email={email} />
    </span>
    {phone && (
      <span className={styles.contact}>
        <Phone phone={phone} />
      </span>
    )}
  </>
)
