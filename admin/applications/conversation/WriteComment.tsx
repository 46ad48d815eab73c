import { useMutation, useQueryClient } from '@tanstack/react-query'
import { complaint } from '../../lib/api/api.ts'
import { useTextDraft } from '../../lib/drafts/use-text-draft.ts'
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
  const { text, type } = useTextDraft(`comment-${id}`)
  const { mutate, error, isPending } = useMutation({
    mutationFn: (sent: string) => addComment(id, sent),
    onSuccess: async (_, sent) => {
      // What was typed while it was being added stays.
      if (text === sent) type('')
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
      onChange={type}
      onSubmit={() => !isPending && mutate(text)}
      error={error ? complaint("Couldn't add the comment", error) : undefined}
    >
      <button type="submit" className="button primary" aria-disabled={isPending}>
        {isPending ? 'Adding...' : 'Comment'}
      </button>
    </CommentField>
  )
}
