import type { Editor } from '@tiptap/core'
import { Link } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import styles from '../RichTextEditor.module.css'
import { linkAddress } from './link-address.ts'
import { closePanel, Popover } from './Popover.tsx'

/** Links what is selected, the link the caret is in, or, with neither, the address itself. */
function setLink(editor: Editor, href: string, typed: string) {
  editor.view.focus()
  const chain = editor.chain()
  if (editor.isActive('link')) return chain.extendMarkRange('link').setMark('link', { href }).run()
  if (!editor.state.selection.empty) return chain.setMark('link', { href }).run()
  const marks = [...editor.state.selection.$from.marks().map((mark) => mark.toJSON())]
  const link = { type: 'link', attrs: { href } }
  return chain.insertContent({ type: 'text', text: typed, marks: [...marks, link] }).run()
}

type Props = { editor: Editor; href: string | undefined; tabIndex: number }

/** The link button with its address field. */
export function LinkPopover({ editor, href, tabIndex }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)

  const apply = () => {
    const address = linkAddress(typed)
    setRefused(!address)
    if (!address || !input.current) return input.current?.focus()
    closePanel(input.current)
    setLink(editor, address, typed.trim())
  }
  const remove = (button: Element) => {
    closePanel(button)
    editor.view.focus()
    editor.chain().extendMarkRange('link').unsetMark('link').run()
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // It would send the form around the editor.
    event.preventDefault()
    apply()
  }
  const opened = () => {
    setTyped(href ?? '')
    setRefused(false)
    input.current?.focus()
  }
  return (
    <Popover
      role="dialog"
      label="Link"
      Icon={Link}
      keys="Control+K"
      tabIndex={tabIndex}
      aria-pressed={href !== undefined}
      onOpen={opened}
    >
      <div className={styles.link}>
        <label className="label" htmlFor={`${id}url`}>
          Address
        </label>
        <input
          ref={input}
          id={`${id}url`}
          className="input"
          // Not type=url: the form around the editor would then want a complete address here.
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="example.com"
          value={typed}
          aria-invalid={refused}
          aria-describedby={`${id}fault`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={enter}
        />
        <p id={`${id}fault`} className="error" role="alert">
          {refused && 'Enter a web address, an e-mail address or a tel: number.'}
        </p>
        <div className={styles.actions}>
          {href !== undefined && (
            <button type="button" className="button small" onClick={(e) => remove(e.currentTarget)}>
              Remove link
            </button>
          )}
          <button type="button" className="button small primary" onClick={apply}>
            {href === undefined ? 'Add link' : 'Save link'}
          </button>
        </div>
      </div>
    </Popover>
  )
}
