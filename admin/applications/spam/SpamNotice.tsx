import type { Application } from '../queries.ts'
import { useNotSpam } from './use-not-spam.ts'

/** Says why the application is marked, and takes the mark away. */
export function SpamNotice({ application }: { application: Application }) {
  const { mutate, isPending } = useNotSpam(application)
  if (!application.suspicious) return null
  return (
    <div className="notice row wrap">
      <p>Perhaps a program sent this: within two seconds, or with a hidden field filled in.</p>
      <button
        type="button"
        className="button small"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        Not spam
      </button>
    </div>
  )
}
