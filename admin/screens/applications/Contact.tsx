import styles from './Contact.module.css'

/** E-mail and telephone as links. */
export const Contact = ({ email, phone }: { email: string; phone: string | null }) => (
  <p className={styles.contact}>
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
    {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
  </p>
)
