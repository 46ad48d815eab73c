import { linksIn } from '#api/hiring/messages/contract/links.ts'
import styles from './Conversation.module.css'

/** A message with its links, each with the host that it leads to. */
export const MessageText = ({ text }: { text: string }) => (
  <p className={styles.text} dir="auto">
    {linksIn(text).map((part, at) =>
      part.href === undefined ? (
        part.text
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change
        <span key={at}>
          <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            <bdi>{part.text}</bdi>
          </a>{' '}
          <bdi className={styles.host}>({part.host})</bdi>
        </span>
      ),
    )}
  </p>
)
