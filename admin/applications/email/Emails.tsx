import { Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '../../lib/commands.ts'
import { draftKey, readDraft } from '../../lib/drafts.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import type { Application } from '../queries.ts'
import { SentEmails } from './SentEmails.tsx'

const EmailDialog = lazy(() => import('./EmailDialog.tsx'))

/** The emails to a candidate, and a button to write one. A draft opens the dialog again. */
export function Emails({ application }: { application: Application }) {
  const person = usePerson()
  const [isOpen, setIsOpen] = useState(
    () => readDraft(draftKey(person.id, `email-${application.id}`)) !== null,
  )
  useCommands([{ key: 'e', label: 'Write an email', run: () => setIsOpen(true) }])
  return (
    <section aria-labelledby="emails" className="stack gap-3 section">
      <div className="between">
        <h2 id="emails">Emails</h2>
        <button type="button" className="button small" onClick={() => setIsOpen(true)}>
          <Mail size={16} aria-hidden /> Write email
        </button>
      </div>
      <SentEmails application={application} />
      {isOpen && (
        <Suspense>
          <EmailDialog application={application} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
