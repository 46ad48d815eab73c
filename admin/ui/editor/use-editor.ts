import type { EditorView } from '@tiptap/pm/view'
import { type Editor, getSchema, useEditor } from '@tiptap/react'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { parseContent, positionOf, readContent, takeContent } from './content.ts'
import { linkPasted } from './link.ts'
import { preparePasted } from './pasted.ts'
import styles from './RichTextEditor.module.css'
import type { RichTextEditorProps } from './RichTextEditor.tsx'
import { extensions } from './schema.ts'

/** Escape is for the dialog around the editor: ProseMirror would swallow it. */
const leaveEscape = (view: EditorView, { key }: KeyboardEvent) =>
  key === 'Escape' && !view.composing

/** What the element that is written in tells of itself. */
function useWritingSurface(props: RichTextEditorProps, id: string) {
  const { label, describedBy, required, invalid } = props
  return useMemo(
    () => ({
      handlePaste: linkPasted,
      transformPastedHTML: preparePasted,
      handleDOMEvents: { keydown: leaveEscape },
      attributes: {
        id,
        role: 'textbox',
        dir: 'auto',
        class: `rich-text ${styles.text}`,
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-required': String(Boolean(required)),
        'aria-invalid': String(Boolean(invalid)),
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
    }),
    [id, label, describedBy, required, invalid],
  )
}

function focusAt(editor: Editor, offset: number) {
  editor.commands.setTextSelection(positionOf(editor.state.doc, offset))
  editor.view.focus()
}

/** What comes from outside goes into the editor, except what has just come out of it. */
function useValue(editor: Editor | null, value: string, known: RefObject<string>) {
  useEffect(() => {
    if (!editor || value === known.current) return
    known.current = value
    takeContent(editor, value)
  }, [editor, value, known])
}

/** Tiptap's editor with our rules. Null until the first effect: a server renders none. */
export function useRichTextEditor(props: RichTextEditorProps, id: string): Editor | null {
  const { value, toolbar = 'full', onChange, autoFocus, selection } = props
  const known = useRef(value)
  const editorProps = useWritingSurface(props, id)
  const rules = useMemo(() => extensions(toolbar), [toolbar])
  // What follows goes in by useValue.
  const [content] = useState(() => parseContent(value, getSchema(rules)).toJSON())
  const editor = useEditor({
    content,
    extensions: rules,
    editorProps,
    // What our policy forbids, and what the toolbar subscribes to by itself.
    injectCSS: false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    onUpdate({ editor }) {
      const html = readContent(editor)
      if (html === known.current) return
      known.current = html
      onChange(html)
    },
  })
  const focus = useEffectEvent((created: Editor) => {
    if (autoFocus) focusAt(created, selection ?? Number.POSITIVE_INFINITY)
  })
  useEffect(() => {
    if (editor) focus(editor)
  }, [editor])
  useValue(editor, value, known)
  return editor
}
