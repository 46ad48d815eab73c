import { EditorContent } from '@tiptap/react'
import { type CSSProperties, type KeyboardEvent, useId, useRef } from 'react'
import styles from './RichTextEditor.module.css'
import { isApple } from './ToolButton.tsx'
import { Toolbar } from './Toolbar.tsx'
import { type RichTextEditorProps, useRichTextEditor } from './use-editor.ts'

export type { RichTextEditorProps }

/** A rich text editor. Load it with lazy(): it contains Tiptap. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const frame = useRef<HTMLDivElement>(null)
  const editor = useRichTextEditor(props, id)

  const pressed = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(isApple ? event.metaKey : event.ctrlKey)) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>('[aria-keyshortcuts$="+K"]')?.click()
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
        <Toolbar
          editor={editor}
          kind={props.toolbar ?? 'full'}
          words={props.words}
          addOn={props.addOn}
          label={props.label}
          controls={id}
        />
      )}
      <EditorContent editor={editor} className={styles.content} />
    </div>
  )
}
