import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { complaint } from '../../lib/api/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { activityQuery } from '../activity/queries.ts'
import type { Application } from '../queries.ts'
import { CommentField } from './CommentField.tsx'
import { addComment } from './comments.ts'

/** Typed text outlives a reload and an expired session. */
export function WriteComment({
  application: { id },
  onSent,
}: {
  application: Application
  onSent: () => void
}) {
  const client = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const { draft, clear } = useDraft(`comment-${id}`, typed ?? '', { enabled: Boolean(typed) })
  const text = typed ?? draft ?? ''
  const { mutate, error, isPending } = useMutation({
    mutationFn: (sent: string) => addComment(id, sent),
    onSuccess: async (_, sent) => {
      // What was typed while it was being added stays.
      if (text === sent) {
        clear()
        setTyped('')
      }
      await client.invalidateQueries({ queryKey: activityQuery(id).queryKey })
      onSent()
    },
  })
  return (
    <CommentField
      id="new-comment"
      application={id}
      label="Comment"
      value={text}
      onChange={setTyped}
      onSubmit={() => !isPending && mutate(text)}
      error={error ? complaint("Couldn't add the comment", error) : undefined}
    >
      <button type="submit" className="button primary" aria-disabled={isPending}>
        {isPending ? 'Adding...' : 'Comment'}
      </button>
    </CommentField>
  )
}
