import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { thingOf } from '../content/queries.ts'
import { sitePath } from '../lib/site-address.ts'
import { languageName } from '../lib/text/language-name.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { Portal } from '../ui/dialog/Portal.tsx'
import { isApple } from '../ui/editor/ToolButton.tsx'
import { EditorFrame } from '../ui/form/EditorFrame.tsx'
import { Moment } from '../ui/Moment.tsx'
import { addressOf, type Subject, type TranslationState } from './use-translation.ts'

/** The form of a translation: what state it is in, its fields, and the buttons that save it. */
export function TranslationFrame({
  subject,
  state,
  children,
}: {
  subject: Subject
  state: TranslationState
  children: ReactNode
}) {
  const { base, saving } = state
  /** Ctrl+S, on a Mac ⌘S: browsers would save the page. */
  function saveByKey(event: KeyboardEvent) {
    const isSave = event.key.toLowerCase() === 's' && !event.altKey && !event.shiftKey
    if (!isSave || !(isApple ? event.metaKey : event.ctrlKey)) return
    event.preventDefault()
    saving.submitDraft()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for a button in it
    <div onKeyDown={saveByKey}>
      <EditorFrame
        {...{ state, saving }}
        back={subject.back}
        action={base?.published ? 'Update Translation' : 'Publish Translation'}
        onSaveDraft={saving.submitDraft}
        draftKeys={isApple ? 'Meta+S' : 'Control+S'}
        isWide
      >
        <Top {...{ subject, state }} />
        {base?.outdated && <Outdated {...{ subject, state }} savedAt={base.updated_at} />}
        {children}
      </EditorFrame>
    </div>
  )
}

/** Names the original, says whether visitors see the translation, and has what is seldom done. */
function Top({ subject, state }: { subject: Subject; state: TranslationState }) {
  const { kind, id, title, isPublic, language, back, top } = subject
  const { base, unpublish, discardDraft, drop } = state
  const [asking, setAsking] = useState<'delete' | 'discard'>()
  const close = () => setAsking(undefined)
  const name = languageName(language)
  const { word, path } = thingOf[kind]
  const isSeen = base?.published && isPublic
  if (!top) return null
  return createPortal(
    <>
      <Link className="clip" dir="auto" to={`${path}/${id}/edit`} search={back.search ?? {}}>
        {title}
      </Link>
      <span className={base?.published ? 'badge state green' : 'badge state'}>
        {base ? (base.published ? 'Published' : 'Not published') : 'Not saved yet'}
      </span>
      {base?.published && base.has_draft && <span className="badge">unpublished changes</span>}
      {base?.published && !isPublic && (
        <span className="badge">visitors see it once the {word} is public</span>
      )}
      {isSeen && (
        <a
          className="button quiet small"
          href={sitePath(addressOf(subject))}
          target="_blank"
          rel="noreferrer"
        >
          View
        </a>
      )}
      {base?.has_draft && (
        <button type="button" className="button quiet small" onClick={() => setAsking('discard')}>
          Discard draft
        </button>
      )}
      {base?.published && (
        <button type="button" className="button quiet small" onClick={() => unpublish()}>
          Unpublish
        </button>
      )}
      {base && (
        <button type="button" className="button quiet small" onClick={() => setAsking('delete')}>
          Delete translation
        </button>
      )}
      {asking && (
        <Portal>
          {asking === 'delete' ? (
            <Confirm
              title={`Delete the ${name} translation?`}
              message={<p>{`The ${word} itself stays as it is.`}</p>}
              onConfirm={drop}
              onClose={close}
            />
          ) : (
            <Confirm
              title="Discard the draft?"
              message={<p>The published translation stays as it is.</p>}
              action="Discard draft"
              onConfirm={discardDraft}
              onClose={close}
            />
          )}
        </Portal>
      )}
    </>,
    top,
  )
}

/** Saving marks it as current: the original is compared with what it was at the last save. */
function Outdated({
  subject: { kind, id },
  state,
  savedAt,
}: {
  subject: Subject
  state: TranslationState
  savedAt: string
}) {
  const { base, saving } = state
  return (
    <div className="notice between wrap">
      <p>
        <strong>The original is newer.</strong> It has changed since this translation was saved on{' '}
        <Moment at={savedAt} />.
      </p>
      <div className="line wrap">
        <Link className="button quiet small" to={`${thingOf[kind].path}/${id}/history`}>
          See what changed
        </Link>
        <button
          type="button"
          className="button small"
          onClick={() => (base?.published ? saving.submit() : saving.submitDraft())}
        >
          Mark as current
        </button>
      </div>
    </div>
  )
}
