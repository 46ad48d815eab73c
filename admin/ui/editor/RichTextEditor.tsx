import { EditorContent } from '@tiptap/react'
import { type CSSProperties, type KeyboardEvent, useId, useRef } from 'react'
import styles from './RichTextEditor.module.css'
import type { ToolbarKind } from './schema.ts'
import { isApple } from './ToolButton.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useRichTextEditor } from './use-editor.ts'

export type RichTextEditorProps = {
  /** HTML; '' when empty. */
  value: string
  /** Gets the HTML after each change, as the server stores it; '' when there is no visible text. */
  onChange: (html: string) => void
  /** The accessible name. */
  label: string
  /** The id of the editable element. */
  id?: string
  describedBy?: string
  required?: boolean
  invalid?: boolean
  toolbar?: ToolbarKind
  /** A CSS length, toolbar and border included. */
  minHeight?: string
  autoFocus?: boolean
  /** The caret's offset, in characters, in the text area that the editor replaces. */
  selection?: number
}

/** A rich text editor. Load it with lazy(): it contains Tiptap. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const frame = useRef<HTMLDivElement>(null)
  const editor = useRichTextEditor(props, id)

  const pressed = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(isApple ? event.metaKey : event.ctrlKey)) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>('[data-tool="Link"]')?.click()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a keyboard shortcut for everything inside
    <div
      ref={frame}
      className={styles.frame}
      data-invalid={props.invalid || undefined}
      style={{ '--least': props.minHeight ?? '13rem' } as CSSProperties}
      onKeyDown={pressed}
    >
      {editor && (
        <Toolbar editor={editor} kind={props.toolbar ?? 'full'} label={props.label} controls={id} />
      )}
      <EditorContent editor={editor} className={styles.content} />
    </div>
  )
}
