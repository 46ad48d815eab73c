import { Link } from '@tanstack/react-router'
import { Pin } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { may } from '#api/accounts/auth/contract/access.ts'
import { visibleText } from '#api/core/http/contract/text.ts'
import { useCommands } from '../../lib/commands.ts'
import { draftKey, readDraft } from '../../lib/drafts.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { focusRecord } from '../focus-record.ts'
import type { Application } from '../queries.ts'
import styles from './Notes.module.css'
import { NotesForm } from './NotesForm.tsx'
import { useNotesForm } from './use-notes-form.ts'

/** The notes, edited in place. A draft opens the editor again. */
export function Notes({
  application,
  onShow,
}: {
  application: Application
  /** Shows this part, if it is not. */
  onShow: () => void
}) {
  const { id, notes } = application
  const person = usePerson()
  const [opened, setOpened] = useState(() =>
    readDraft(draftKey(person.id, `notes-${id}`)) ? application : undefined,
  )
  const link = useRef<HTMLAnchorElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const look = `button quiet small ${opened ? styles.hidden : ''}`
  const open = () => {
    onShow()
    if (opened) document.getElementById('notes-text')?.focus()
    else setOpened(application)
  }
  useCommands([{ key: 'n', label: 'Edit notes', run: open }])
  const isEmpty = !opened && !visibleText(notes)
  return (
    <section aria-labelledby="notes" className={`box measure ${styles.notes}`}>
      <div className={`between ${styles.head}`}>
        <h2 id="notes" className={`row ${styles.title}`}>
          <Pin size={15} aria-hidden /> Notes
        </h2>
        {may(person, 'review_applications') ? (
          <Link
            ref={link}
            className={look}
            to="/applications/$id/edit"
            params={{ id: String(id) }}
            search={{ scroll: 'notes' }}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              open()
            }}
          >
            Edit Notes
          </Link>
        ) : (
          <button ref={button} type="button" className={look} onClick={open}>
            Edit Notes
          </button>
        )}
      </div>
      {opened ? (
        <Editing
          application={opened}
          onClose={() => {
            // The link is hidden until then.
            flushSync(() => setOpened(undefined))
            ;(link.current ?? button.current)?.focus()
          }}
        />
      ) : isEmpty ? (
        <p className="meta">No notes added yet.</p>
      ) : (
        <RichText html={notes} className={styles.text} />
      )}
    </section>
  )
}

function Editing({ application, onClose }: { application: Application; onClose: () => void }) {
  const state = useNotesForm(application, onClose)
  const { dirty, isBusy, clear } = state
  const [asking, setAsking] = useState(false)
  const cancel = () => (dirty ? setAsking(true) : onClose())
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the form
    <div
      className={styles.text}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || asking) return
        event.preventDefault()
        // What was typed stays in the editor.
        if (dirty) focusRecord()
        else onClose()
      }}
    >
      <NotesForm state={state} onCancel={cancel} />
      <UnsavedGuard dirty={dirty || isBusy} onDiscard={clear} />
      {asking && (
        <Confirm
          title="Discard what you typed?"
          message="Your changes to the notes will be lost."
          action="Discard"
          cancel="Keep editing"
          onConfirm={() => {
            clear()
            onClose()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
