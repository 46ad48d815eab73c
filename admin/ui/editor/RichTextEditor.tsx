import { EditorContent } from '@tiptap/react'
import { type CSSProperties, type KeyboardEvent, useId, useRef } from 'react'
import styles from './RichTextEditor.module.css'
import type { ToolbarKind } from './schema.ts'
import { apple } from './ToolButton.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useRichTextEditor } from './use-editor.ts'

export type RichTextEditorProps = {
  /** HTML, or '' for nothing. */
  value: string
  /** Gets the HTML after each change, spelt as the server stores it; '' when there is nothing to read. */
  onChange: (html: string) => void
  /** The name of the field for who cannot see it. */
  label: string
  /** Of the element that is written in. */
  id?: string
  describedBy?: string
  required?: boolean
  invalid?: boolean
  toolbar?: ToolbarKind
  /** Of the whole field, toolbar and border included: a CSS length. */
  minHeight?: string
  autoFocus?: boolean
  /** Where the caret stood, in characters, in the text area that the editor takes over from. */
  selection?: number
}

/** The field in which rich text is written. Load it with lazy(): nearly all of its size is Tiptap's. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const frame = useRef<HTMLDivElement>(null)
  const editor = useRichTextEditor(props, id)

  const pressed = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(apple ? event.metaKey : event.ctrlKey)) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>('[data-tool="Link"]')?.click()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for all that is inside
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
