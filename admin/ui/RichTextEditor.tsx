import { EditorContent, useEditor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { positionOf, readContent, takeContent } from './editor/content.ts'
import { linkPasted } from './editor/link.ts'
import { extensions, type ToolbarKind } from './editor/schema.ts'
import { apple } from './editor/ToolButton.tsx'
import { Toolbar } from './editor/Toolbar.tsx'
import styles from './RichTextEditor.module.css'

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
  invalid?: boolean
  toolbar?: ToolbarKind
  /** A CSS length. */
  minHeight?: string
  autoFocus?: boolean
  /** Where the caret stood, in characters, in the text area that the editor takes over from. */
  selection?: number
}

function useWritingSurface(props: RichTextEditorProps, id: string) {
  const { label, describedBy, invalid } = props
  return useMemo(
    () => ({
      handlePaste: linkPasted,
      attributes: {
        id,
        role: 'textbox',
        class: `rich-text ${styles.text}`,
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-invalid': String(Boolean(invalid)),
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
    }),
    [id, label, describedBy, invalid],
  )
}

function useRichText(props: RichTextEditorProps, id: string) {
  const { value, onChange, toolbar = 'full', autoFocus, selection } = props
  const known = useRef(value)
  const [start] = useState(() => ({ content: value, extensions: extensions(toolbar) }))
  const editor = useEditor({
    ...start,
    editorProps: useWritingSurface(props, id),
    immediatelyRender: false,
    injectCSS: false,
    onCreate: ({ editor }) => {
      const at = selection === undefined ? 'end' : positionOf(editor.state.doc, selection)
      if (autoFocus) editor.commands.focus(at)
    },
    onUpdate: ({ editor }) => {
      const html = readContent(editor)
      if (html === known.current) return
      known.current = html
      onChange(html)
    },
  })
  useEffect(() => {
    // What comes back is mostly what was just sent out by onUpdate.
    if (!editor || value === known.current) return
    known.current = value
    takeContent(editor, value)
  }, [editor, value])
  return editor
}

/** The field in which rich text is written. Load it with lazy(): it is most of 120 KB. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const editor = useRichText(props, id)
  const frame = useRef<HTMLDivElement>(null)

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
      style={{ '--least': props.minHeight ?? '10rem' } as React.CSSProperties}
      onKeyDown={pressed}
    >
      {editor && (
        <Toolbar editor={editor} kind={props.toolbar ?? 'full'} label={props.label} controls={id} />
      )}
      <EditorContent editor={editor} className={styles.content} />
    </div>
  )
}
