import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { useKey } from '../../lib/hooks/use-key.ts'
import { EmailForm } from '../email/EmailForm.tsx'
import { Effects } from './Effects.tsx'
import { bulkKey, previewQuery, startBulk } from './queries.ts'
import { sizeOf } from './selection.ts'
import type { DialogProps } from './TaskDialog.tsx'
import { applications } from './words.ts'

/** Who gets an email doesn't depend on its text. */
const anyEmail = { action: 'email', subject: 'Subject', body: '<p>Message</p>' } as const

/** Names of the drafts of the text and of the selection it is written to. */
export const emailDraft = 'bulk-email'
export const recipientsDraft = 'bulk-email-to'

export function EmailDialog({ selection, onStarted, onClose }: DialogProps) {
  const client = useQueryClient()
  const keyOf = useKey()
  const { clear } = useDraft(recipientsDraft, selection, { enabled: true })
  const { data: preview } = useQuery(previewQuery(selection, anyEmail))
  return (
    <EmailForm
      title={`Email the candidates of ${applications(sizeOf(selection))}`}
      draftKey={emailDraft}
      notifiesOfDecision={({ status }) => status !== null}
      decisionLabel="Mark them as informed"
      decisionHelp="They no longer wait for an answer, and an email that is held is not sent."
      example={preview?.first[0]}
      send="Send emails"
      failure="Nothing was started"
      onSend={async (email) => {
        const task = { action: 'email', ...email } as const
        await startBulk(selection, task, keyOf({ selection, task }))
        await client.invalidateQueries({ queryKey: bulkKey, exact: true })
        onStarted()
      }}
      onClose={() => {
        clear()
        onClose()
      }}
    >
      <Effects selection={selection} task={anyEmail} />
    </EmailForm>
  )
}
