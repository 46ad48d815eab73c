import type { Editor } from '@tiptap/core'
import { Link } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { closePanel } from '../popover/Popover.tsx'
import { LinkAddress } from './LinkAddress.tsx'
import { linkAddress } from './link-address.ts'
import styles from './RichTextEditor.module.css'
import { ToolPopover } from './ToolPopover.tsx'
import type { EditorWords } from './tools.ts'

/** Links the selection or changes the link at the caret; else inserts the address as a link. */
function setLink(editor: Editor, href: string, typed: string) {
  editor.view.focus()
  const chain = editor.chain()
  if (editor.isActive('link')) return chain.extendMarkRange('link').setMark('link', { href }).run()
  const { empty, $from } = editor.state.selection
  if (!empty) return chain.setMark('link', { href }).run()
  const marks = [...$from.marks().map((mark) => mark.toJSON()), { type: 'link', attrs: { href } }]
  return chain.insertContent({ type: 'text', text: typed, marks }).run()
}

function unlink(editor: Editor) {
  editor.view.focus()
  editor.chain().extendMarkRange('link').unsetMark('link').run()
}

function useAddress(editor: Editor, href: string | undefined) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const open = () => {
    setTyped(href ?? '')
    setRefused(false)
    input.current?.focus()
  }
  const apply = () => {
    const address = linkAddress(typed)
    setRefused(!address)
    if (!address || !input.current) return input.current?.focus()
    closePanel(input.current)
    setLink(editor, address, typed.trim())
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter would submit the form around the editor.
    event.preventDefault()
    apply()
  }
  return { input, typed, setTyped, refused, open, apply, enter }
}

type Props = {
  editor: Editor
  words: EditorWords
  href: string | undefined
  tabIndex: number
}

export function LinkPopover({ editor, words, href, tabIndex }: Props) {
  const address = useAddress(editor, href)
  const linked = href !== undefined
  const remove = (button: Element) => {
    closePanel(button)
    unlink(editor)
  }
  const button = {
    label: words.link,
    Icon: Link,
    keys: 'Control+K',
    tabIndex,
    'aria-pressed': linked,
  }
  return (
    <ToolPopover role="dialog" {...button} onOpen={address.open}>
      <div className={styles.link}>
        <LinkAddress {...address} words={words} />
        <div className={styles.actions}>
          {linked && (
            <button type="button" className="button small" onClick={(e) => remove(e.currentTarget)}>
              {words.removeLink}
            </button>
          )}
          <button type="button" className="button small primary" onClick={address.apply}>
            {linked ? words.saveLink : words.addLink}
          </button>
        </div>
      </div>
    </ToolPopover>
  )
}
