import { dialled } from '../../lib/telephone.ts'
import styles from './Contact.module.css'

/** An address to write to. */
export const Email = ({ email }: { email: string }) => (
  <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
)

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
