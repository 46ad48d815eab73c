import type { AnyExtension } from '@tiptap/core'
import type { EditorView } from '@tiptap/pm/view'
import { type Editor, getSchema, useEditor } from '@tiptap/react'
import {
  type ComponentType,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { IsForm } from '../../lib/trusted-html.ts'
import { parseContent, positionOf, readContent, replaceContent } from './content.ts'
import { linkPasted } from './link.ts'
import { preparePasted } from './pasted.ts'
import styles from './RichTextEditor.module.css'
import type { ToolbarKind } from './schema.ts'
import { extensions } from './schema.ts'
import type { EditorWords } from './tools.ts'

/** Passes Escape on to a dialog around the editor; ProseMirror would swallow it. */
const leaveEscape = (view: EditorView, { key }: KeyboardEvent) =>
  key === 'Escape' && !view.composing

/** More than rich text has everywhere. */
export type EditorAddOn = {
  extensions: AnyExtension[]
  /** The form of stored text with it. */
  isForm: IsForm
  /** At the end of the toolbar, by label. */
  tools: { [label: string]: ComponentType<{ editor: Editor; tabIndex: number }> }
}

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
  words: EditorWords
  addOn?: EditorAddOn
  /** A CSS length, toolbar and border included. */
  minHeight?: string
  autoFocus?: boolean
  /** The caret's offset, in characters, in the text area that the editor replaces. */
  selection?: number
}

/** Event handlers, and ARIA attributes of the editable element. */
function useEditorProps(props: RichTextEditorProps, id: string) {
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

/** Enough for the changes of one slow render. */
const maxEmitted = 100

/**
 * Puts a changed `value` into the editor, unless it came from the editor itself. `emitted` are the
 * values on their way back: more may have been typed since, which must not be undone.
 */
function useValue(
  editor: Editor | null,
  value: string,
  emitted: RefObject<string[]>,
  isForm: IsForm | undefined,
) {
  useEffect(() => {
    if (!editor) return
    const at = emitted.current.lastIndexOf(value)
    // The one that came back stays first: it is what the editor has unless more follow.
    if (at >= 0) emitted.current.splice(0, at)
    else {
      emitted.current = [value]
      replaceContent(editor, value, isForm)
    }
  }, [editor, value, emitted, isForm])
}

/** Null until the first effect: nothing is rendered on the server. */
export function useRichTextEditor(props: RichTextEditorProps, id: string): Editor | null {
  const { value, toolbar = 'full', addOn, onChange, autoFocus, selection } = props
  const emitted = useRef([value])
  const editorProps = useEditorProps(props, id)
  const schemaExtensions = useMemo(
    () => [...extensions(toolbar), ...(addOn?.extensions ?? [])],
    [toolbar, addOn],
  )
  // Only the initial content; useValue handles later changes.
  const [content] = useState(() =>
    parseContent(value, getSchema(schemaExtensions), addOn?.isForm).toJSON(),
  )
  const editor = useEditor({
    content,
    extensions: schemaExtensions,
    editorProps,
    // The Content-Security-Policy forbids injected styles.
    injectCSS: false,
    immediatelyRender: false,
    // The toolbar subscribes to transactions itself.
    shouldRerenderOnTransaction: false,
    onUpdate({ editor }) {
      const html = readContent(editor)
      if (html === emitted.current.at(-1)) return
      emitted.current = [...emitted.current, html].slice(-maxEmitted)
      onChange(html)
    },
  })
  const focus = useEffectEvent((created: Editor) => {
    if (autoFocus) focusAt(created, selection ?? Number.POSITIVE_INFINITY)
  })
  useEffect(() => {
    if (editor) focus(editor)
  }, [editor])
  useValue(editor, value, emitted, addOn?.isForm)
  return editor
}
