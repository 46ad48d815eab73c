import { useState } from 'react'
import { draftKey, readDraft } from '../../lib/drafts.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { EmailDialog, emailDraft, recipientsDraft } from './EmailDialog.tsx'
import type { Selection } from './selection.ts'

/** A draft of an email to several opens its dialog again, with the same recipients. */
export function UnsentEmail() {
  const { id } = usePerson()
  const [recipients, setRecipients] = useState(() => {
    const hasText = readDraft(draftKey(id, emailDraft)) !== null
    return hasText ? readDraft<Selection>(draftKey(id, recipientsDraft)) : null
  })
  if (!recipients) return null
  const close = () => setRecipients(null)
  return <EmailDialog selection={recipients} onStarted={close} onClose={close} />
}
