import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { complaint } from '../../lib/api/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { draftKey, readDraft } from '../../lib/drafts.ts'
import { storedPerson } from '../../lib/session.ts'
import { toast } from '../../lib/toasts.ts'
import { activityQuery } from '../activity/queries.ts'
import { CommentField } from './CommentField.tsx'
import styles from './Conversation.module.css'
import { addComment, type Comment, changeComment, deleteComment } from './comments.ts'

/**
 * The text of a comment; its author can edit and delete it, unless a legal hold keeps it. Undo writes a deleted one again. What
 * was typed outlives a reload and an expired session.
 */
export function CommentText({ comment, isHeld }: { comment: Comment; isHeld: boolean }) {
  const { id, application_id, text } = comment
  const client = useQueryClient()
  const reload = () =>
    client.invalidateQueries({ queryKey: activityQuery(application_id).queryKey })
  const draftName = `edited-comment-${id}`
  const [typed, setTyped] = useState(
    () => readDraft<string>(draftKey(storedPerson()?.id, draftName)) ?? undefined,
  )
  const { clear } = useDraft(draftName, typed ?? '', {
    enabled: typed !== undefined && typed !== text,
  })
  const close = () => {
    clear()
    setTyped(undefined)
  }
  const change = useMutation({
    mutationFn: (given: string) => changeComment(comment, given),
    onSuccess: async () => {
      await reload()
      close()
    },
  })
  const again = useMutation({
    mutationFn: () => addComment(application_id, text),
    onError: (error) => toast({ message: complaint("Couldn't write the comment again", error) }),
    onSettled: reload,
  })
  const remove = useMutation({
    mutationFn: () => deleteComment(comment),
    onSuccess: () =>
      toast({ message: 'Comment deleted', kind: 'done', undo: () => again.mutate() }),
    onError: (error) => toast({ message: complaint("Couldn't delete the comment", error) }),
    onSettled: reload,
  })
  if (typed !== undefined)
    return (
      <CommentField
        id={`comment-${id}`}
        application={application_id}
        label="Edit comment"
        value={typed}
        onChange={setTyped}
        onSubmit={() => !change.isPending && change.mutate(typed)}
        error={change.error ? complaint("Couldn't save the comment", change.error) : undefined}
        autoFocus
      >
        <button type="submit" className="button small primary" aria-disabled={change.isPending}>
          Save
        </button>
        <button type="button" className="button small" onClick={close}>
          Cancel
        </button>
      </CommentField>
    )
  return (
    <>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {isHeld && comment.author_id === storedPerson()?.id && (
        <p className="help">On legal hold: comments can only be added.</p>
      )}
      {!isHeld && comment.author_id === storedPerson()?.id && (
        <div className={`line wrap ${styles.own}`}>
          <button type="button" className="button quiet small" onClick={() => setTyped(text)}>
            Edit
          </button>
          <button
            type="button"
            className="button quiet small"
            aria-disabled={remove.isPending}
            onClick={() => !remove.isPending && remove.mutate()}
          >
            Delete
          </button>
        </div>
      )}
    </>
  )
}
