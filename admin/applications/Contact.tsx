import styles from './Contact.module.css'
import { dialled } from './telephone.ts'

/** An address to write to; where there is no room for all of it, the line ends before its `@`. */
export function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    // Named by the attribute: a browser's accessible name has a space where the line may break.
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} aria-label={email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  )
}

/** A number to dial, as far as there is one in what somebody typed. */
export function Phone({ phone }: { phone: string }) {
  const number = dialled(phone)
  return number ? <a href={`tel:${number}`}>{phone}</a> : <span>{phone}</span>
}

/** E-mail and telephone of a row. */
export const Contact = ({ email, phone }: { email: string; phone: string | null }) => (
  <p className={styles.contact}>
    <Email email={email} />
    {phone && <Phone phone={phone} />}
  </p>
)
