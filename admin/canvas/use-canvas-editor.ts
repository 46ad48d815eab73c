import { Editor, getSchema } from '@tiptap/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadDocument } from '../blocks/nodes/page-text.ts'
import { linkPasted } from '../ui/editor/link.ts'
import type { CanvasModel } from './model.ts'
import type { Unfinished } from './unfinished.ts'

export type CanvasText = {
  /** HTML as it is stored; '' when there is nothing to see. */
  html: string
  /** The document, while it has blocks that can't be stored yet. */
  unfinished: Unfinished | null
}

type Options = CanvasText & {
  /** The accessible name of the text. */
  label: string
  isRequired: boolean
  /** Only to be read, and copied from. */
  isReadOnly?: boolean | undefined
  model: CanvasModel
  onChange: (text: CanvasText) => void
  /** What is wrong with the text. */
  problem: string | undefined
}

/** Enough for the changes of one slow render. */
const maxEmitted = 100

const keptIn = ({ html, unfinished }: CanvasText) =>
  unfinished?.of === html ? unfinished.document : undefined

const keyOf = (text: CanvasText) => JSON.stringify([text.html, keptIn(text)])

const attributesOf = ({ label, isRequired, isReadOnly, problem }: Options) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  // What can't be written in gets no focus by itself, and no key would scroll it.
  ...(isReadOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
  'aria-required': String(isRequired),
  'aria-invalid': String(Boolean(problem)),
  // An id of the screen can't be named from the frame.
  ...(problem && { 'aria-description': problem }),
})

const propsOf = (options: Options) => ({
  handlePaste: linkPasted,
  attributes: attributesOf(options),
})

function createEditor(options: Options): Editor {
  const { html, model } = options
  const { extensions } = model
  const content = keptIn(options) ?? model.documentOf(html, getSchema(extensions)).toJSON()
  const editor = new Editor({
    element: null,
    content,
    extensions,
    editable: !options.isReadOnly,
    // The Content-Security-Policy forbids injected styles.
    injectCSS: false,
    editorProps: propsOf(options),
  })
  model.remember(editor, html)
  return editor
}

/** An editor without a view yet: it is mounted into a frame, and again when the frame reloads. */
export function useCanvasEditor(options: Options): Editor {
  const emitted = useRef([keyOf(options)])
  const [editor] = useState(() => createEditor(options))
  const changed = useEffectEvent(() => {
    const text = options.model.read(editor)
    const key = keyOf(text)
    if (key === emitted.current.at(-1)) return
    emitted.current = [...emitted.current, key].slice(-maxEmitted)
    options.onChange(text)
  })
  useEffect(() => {
    const update = () => changed()
    editor.on('update', update)
    return () => {
      editor.off('update', update)
      editor.destroy()
    }
  }, [editor])

  const { label, isRequired, problem } = options
  const describe = useEffectEvent(() => editor.setOptions({ editorProps: propsOf(options) }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is said of it changes
  useEffect(() => describe(), [label, isRequired, problem])

  // The text was replaced from outside: a restored draft, a colleague’s version.
  const key = keyOf(options)
  const take = useEffectEvent(() => {
    const at = emitted.current.lastIndexOf(key)
    // The one that came back stays first: it is what the editor has unless more follow.
    if (at >= 0) return void emitted.current.splice(0, at)
    emitted.current = [key]
    const kept = keptIn(options)
    if (!kept || !loadDocument(editor, kept)) options.model.load(editor, options.html)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text changes
  useEffect(() => take(), [key])
  return editor
}
