import styles from './NoMailServer.module.css'

/** Says that nothing is sent, and what the operator has to do. */
export const NoMailServer = () => (
  <div className={`notice red ${styles.notice}`}>
    <h2>Not sent: no mail server is set up</h2>
    <p>
      Ask the person who runs this server to set <code>SMTP_URL</code> and restart it. Until then
      each email is saved on the server as a file, in the folder <code>outbox</code> of its data.
    </p>
  </div>
)
