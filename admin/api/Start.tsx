import { BackToCalls } from './BackToCalls.tsx'
import styles from './CallDetail.module.css'
import { Curl } from './Curl.tsx'
import type { Document } from './description.ts'
import { Fields } from './Fields.tsx'

/** The fragment under which this is shown. */
export const startId = 'start'

const signIn = (origin: string) =>
  `curl -X POST '${origin}/api/auth/login' \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"mira@example.org","password":"three green bottles"}'`

/** What holds for every call. */
export function Start({
  document: { info, components },
  isUnknown,
  q,
}: {
  document: Document
  isUnknown: boolean
  q: string
}) {
  const { schemas } = components
  return (
    <>
      <BackToCalls q={q} />
      <h2 tabIndex={-1}>How to call it</h2>
      {isUnknown && <p className="notice red">There is no call of this name.</p>}
      <p className={styles.text}>
        Addresses begin with <code>{location.origin}/api</code>. {info.description}
      </p>
      <h3>Sign in</h3>
      <p className={styles.text}>
        Most calls need a session. The answer to this one holds its token, which goes with every
        other call in the header <code>Authorization: Bearer …</code>. Who may make a call stands
        beside it; an admin may make them all.
      </p>
      <Curl line={signIn(location.origin)} />
      <h3>Lists</h3>
      <p className={styles.text}>
        A list comes in pages: <code>page</code> counts from 1, and <code>per_page</code> says how
        long a page is. The header <code>X-Total-Count</code> tells how many rows there are, and{' '}
        <code>Link</code> where the other pages are.
      </p>
      <h3>Changes</h3>
      <p className={styles.text}>
        A change needs only the fields that change. With the <code>updated_at</code> that you have
        read, it is refused with 409 when somebody else was faster.
      </p>
      <h3>Errors</h3>
      {schemas.Problem && <Fields schema={schemas.Problem} schemas={schemas} isAnswer />}
    </>
  )
}
