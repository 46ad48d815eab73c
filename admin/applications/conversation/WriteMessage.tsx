import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { fullName, htmlToText } from '#api/core/http/contract/text.ts'
import { fillHtml } from '#api/core/templates/contract.ts'
import { complaint } from '../../lib/api/api.ts'
import { useTextDraft } from '../../lib/drafts/use-text-draft.ts'
import { useOnce } from '../../lib/hooks/use-once.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { publicSettingsQuery } from '../../settings/public-settings.ts'
import type { Template } from '../../templates/queries.ts'
import { focusRecord } from '../focus-record.ts'
import { type Application, applicationsKey } from '../queries.ts'
import styles from './Composer.module.css'
import { More, type MoreMenu } from './More.tsx'
import { sendMessage } from './messages.ts'

/** Typed text outlives a reload and an expired session. Ctrl+Enter sends, Escape leaves it. */
export function WriteMessage({
  application,
  menu,
  onSent,
}: {
  application: Application
  menu: MoreMenu
  onSent: () => void
}) {
  const { id, first_name } = application
  const client = useQueryClient()
  const textOf = useTextOf(application)
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, type } = useTextDraft(`message-${id}`)
  // The same until it is sent: a second try must not send it twice.
  const key = useRef(crypto.randomUUID())
  const { mutateAsync, error, isPending } = useMutation({
    mutationFn: (sent: string) => sendMessage(id, sent, key.current),
    onSuccess: async (_, sent) => {
      key.current = crypto.randomUUID()
      // What was typed while it was being sent stays; a field that was left by then kept it as a draft.
      if (!field.current || field.current.value === sent) type('')
      await client.invalidateQueries({ queryKey: applicationsKey })
      onSent()
    },
  })
  // A failure is shown below the field.
  const send = useOnce(() =>
    mutateAsync(text).then(
      () => {},
      () => {},
    ),
  )
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else if (event.key === 'Escape') focusRecord()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function insert(template: Template) {
    const chosen = textOf(template)
    type(text.trim() ? `${text.trimEnd()}\n\n${chosen}` : chosen)
    field.current?.focus()
  }
  return (
    <form
      className={`stack gap-2 ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor="new-message" className="visually-hidden">
        Message to {first_name}
      </label>
      <textarea
        ref={field}
        id="new-message"
        className={`input ${styles.text}`}
        rows={2}
        placeholder={`Write to ${first_name}`}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby="composer-readers new-message-error"
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p id="new-message-error" className="error" role="alert">
        {error && complaint("Couldn't send the message", error)}
      </p>
      <div className="between">
        <More {...menu} onTemplate={insert} />
        <button type="submit" className="button primary" aria-disabled={isPending}>
          {isPending ? 'Sending...' : 'Send message'}
        </button>
      </div>
    </form>
  )
}

/** Fills a template in as plain text. */
function useTextOf({ first_name, last_name, job_title, reference }: Application) {
  const { data: settings } = useQuery(publicSettingsQuery)
  const sender = usePerson()
  return ({ body }: Template) => {
    const values = {
      first_name,
      last_name,
      job_title,
      reference,
      site_name: settings?.site_name ?? '',
      sender_name: fullName(sender),
    }
    return htmlToText(fillHtml(body, values)).trim()
  }
}
