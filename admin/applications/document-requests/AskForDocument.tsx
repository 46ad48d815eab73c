import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldErrors } from '#api/core/http/contract/problem.ts'
import { complaint } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { toast } from '../../lib/toasts.ts'
import { type Application, applicationsKey } from '../queries.ts'
import styles from './DocumentRequests.module.css'
import { askForDocument, type NewRequest } from './queries.ts'

/** Sends the candidate a message that asks for a file. */
export function AskForDocument({
  application,
  onClose,
}: {
  application: Application
  onClose: () => void
}) {
  const { id, first_name } = application
  const client = useQueryClient()
  const key = useRef(crypto.randomUUID())
  const [name, setName] = useState('')
  const [kind, setKind] = useState<NewRequest['kind']>('document')
  const [due, setDue] = useState('')
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => askForDocument(id, { name, kind, due_on: due || null }, key.current),
    onSuccess: () => {
      toast({ message: `${first_name} is asked for the file`, kind: 'done' })
      onClose()
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
  })
  const faults = error instanceof ApiError ? fieldErrors(error.body) : {}
  const field = (of: string) => ({
    id: `document-${of}`,
    className: 'input',
    'aria-invalid': faults[of] ? true : undefined,
    'aria-describedby': `document-${of}-error`,
  })
  const fault = (of: string) => (
    <p className="error" id={`document-${of}-error`}>
      {faults[of]}
    </p>
  )
  return (
    <form
      className={styles.form}
      aria-label="Ask for a file"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) mutate()
      }}
    >
      <div className={styles.field}>
        <label htmlFor="document-name">What do you need?</label>
        <input
          {...field('name')}
          // biome-ignore lint/a11y/noAutofocus: the button that opens the form is gone
          autoFocus
          placeholder="Certificate"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {fault('name')}
      </div>
      <div className={styles.pair}>
        <div className={styles.field}>
          <label htmlFor="document-kind">Type</label>
          <select
            {...field('kind')}
            value={kind}
            onChange={({ target }) => setKind(target.value as NewRequest['kind'])}
          >
            <option value="document">Document (PDF, DOC or DOCX)</option>
            <option value="image">Image (JPEG, PNG or WebP)</option>
          </select>
          {fault('kind')}
        </div>
        <div className={styles.field}>
          <label htmlFor="document-due_on">Due on (optional)</label>
          <input
            {...field('due_on')}
            type="date"
            value={due}
            onChange={({ target }) => setDue(target.value)}
          />
          {fault('due_on')}
        </div>
      </div>
      <p className="error" role="alert">
        {error && !Object.keys(faults).length && complaint("Couldn't ask for the file", error)}
      </p>
      <div className={styles.buttons}>
        <button type="submit" className="button small primary" aria-disabled={isPending}>
          {isPending ? 'Sending…' : 'Send request'}
        </button>
        <button type="button" className="button small" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
