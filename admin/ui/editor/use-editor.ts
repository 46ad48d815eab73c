import { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import styles from '../RichTextEditor.module.css'
import type { RichTextEditorProps } from '../RichTextEditor.tsx'
import { positionOf, readContent, takeContent } from './content.ts'
import { linkPasted } from './link.ts'
import { extensions } from './schema.ts'

/** What the element that is written in tells of itself. */
function useWritingSurface({ label, describedBy, invalid }: RichTextEditorProps, id: string) {
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

/**
 * An editor inside `holder`, there after the first effect: a server renders none. Tiptap's own hook
 * would do too, for 6 KB more of what a visitor waits for.
 */
export function useEditor(
  holder: RefObject<HTMLElement | null>,
  props: RichTextEditorProps,
  id: string,
): Editor | null {
  const { value, toolbar = 'full', autoFocus, selection } = props
  const [editor, setEditor] = useState<Editor | null>(null)
  const known = useRef(value)
  const editorProps = useWritingSurface(props, id)

  const create = useEffectEvent(() => {
    known.current = value
    return new Editor({
      element: holder.current,
      content: value,
      extensions: extensions(toolbar),
      editorProps,
      injectCSS: false,
      onUpdate: ({ editor }) => updated(readContent(editor)),
    })
  })
  const updated = useEffectEvent((html: string) => {
    if (html === known.current) return
    known.current = html
    props.onChange(html)
  })
  const focus = useEffectEvent((editor: Editor) => {
    if (!autoFocus) return
    editor.commands.setTextSelection(positionOf(editor.state.doc, selection ?? Infinity))
    editor.view.focus()
  })

  useEffect(() => {
    const created = create()
    setEditor(created)
    focus(created)
    return () => created.destroy()
  }, [])
  useEffect(() => editor?.setOptions({ editorProps }), [editor, editorProps])
  useEffect(() => {
    // What comes back is mostly what has just been sent out.
    if (!editor || editor.isDestroyed || value === known.current) return
    known.current = value
    takeContent(editor, value)
  }, [editor, value])
  return editor
}
