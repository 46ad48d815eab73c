import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { fullName, htmlToText } from '#api/core/http/contract/text.ts'
import { fillHtml } from '#api/core/templates/contract.ts'
import { complaint } from '../../lib/api/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { useOnce } from '../../lib/hooks/use-once.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { publicSettingsQuery } from '../../settings/public-settings.ts'
import { type Template, templateChoicesQuery } from '../../templates/queries.ts'
import { focusRecord } from '../focus-record.ts'
import { type Application, applicationsKey } from '../queries.ts'
import styles from './Messages.module.css'
import { sendMessage } from './queries.ts'

/** Typed text outlives a reload and an expired session. Ctrl+Enter sends, Escape leaves it. */
export function WriteMessage({ application }: { application: Application }) {
  const { id, first_name } = application
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<string>()
  const { draft, clear } = useDraft(`message-${id}`, typed ?? '', { enabled: Boolean(typed) })
  const text = typed ?? draft ?? ''
  // The same until it is sent: a second try must not send it twice.
  const key = useRef(crypto.randomUUID())
  const { mutateAsync, error, isPending } = useMutation({
    mutationFn: (sent: string) => sendMessage(id, sent, key.current),
    onSuccess: (_, sent) => {
      key.current = crypto.randomUUID()
      // What was typed while it was being sent stays.
      if (field.current?.value === sent) {
        clear()
        setTyped('')
      }
      return client.invalidateQueries({ queryKey: applicationsKey })
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
  return (
    <form
      className={`stack gap-2 measure ${styles.form}`}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label htmlFor="new-message">Message to {first_name}</label>
      <textarea
        ref={field}
        id="new-message"
        className="input"
        rows={text.includes('\n') || text.length > 80 ? 6 : 2}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby="new-message-error"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p id="new-message-error" className="error" role="alert">
        {error && complaint("Couldn't send the message", error)}
      </p>
      <div className="row wrap">
        <button type="submit" className="button small primary" aria-disabled={isPending}>
          {isPending ? 'Sending...' : 'Send message'}
        </button>
        <Templates
          application={application}
          onChoose={(chosen) => setTyped(text.trim() ? `${text.trimEnd()}\n\n${chosen}` : chosen)}
        />
      </div>
    </form>
  )
}

/** Inserts a template, filled in, below the text so far. */
function Templates({
  application,
  onChoose,
}: {
  application: Application
  onChoose: (text: string) => void
}) {
  const { data: templates = [] } = useQuery(templateChoicesQuery)
  const { data: settings } = useQuery(publicSettingsQuery)
  const sender = usePerson()
  if (!templates.length) return null
  const textOf = ({ body }: Template) => {
    const { first_name, last_name, job_title, reference } = application
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
  return (
    <select
      className={`input ${styles.templates}`}
      aria-label="Insert a template"
      value=""
      onChange={({ target }) => {
        const chosen = templates.find(({ id }) => String(id) === target.value)
        if (chosen) onChoose(textOf(chosen))
      }}
    >
      <option value="">Insert a template…</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
