import type { Editor } from '@tiptap/core'
import { Ban, Baseline, Check, PaintBucket } from 'lucide-react'
import { type Tone, tones } from '#api/contract/tones.ts'
import styles from '../RichTextEditor.module.css'
import { moveFocus } from './move-focus.ts'
import { closePanel, Popover } from './Popover.tsx'

type Props = {
  editor: Editor
  /** `tone` colours the text, `mark` what is behind it: the name of the mark and of its classes. */
  name: 'tone' | 'mark'
  current: Tone | undefined
  tabIndex: number
}

const word = (tone: string) => tone.charAt(0).toUpperCase() + tone.slice(1)

/** The seven tones and none, for the text or its background. */
export function ToneMenu({ editor, name, current, tabIndex }: Props) {
  const choose = (item: Element, tone?: Tone) => {
    closePanel(item)
    editor.view.focus()
    const chain = editor.chain()
    if (tone) chain.setMark(name, { tone }).run()
    else chain.unsetMark(name).run()
  }
  return (
    <Popover
      role="menu"
      label={name === 'tone' ? 'Text colour' : 'Background colour'}
      Icon={name === 'tone' ? Baseline : PaintBucket}
      tone={current && `${name}-${current}`}
      tabIndex={tabIndex}
      onOpen={(panel) => panel.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()}
    >
      <div className={styles.tones} role="none" onKeyDown={(event) => moveFocus(event, 'button')}>
        {[undefined, ...tones].map((tone) => (
          <button
            key={tone ?? 'none'}
            type="button"
            role="menuitemradio"
            aria-checked={tone === current}
            tabIndex={-1}
            onClick={(event) => choose(event.currentTarget, tone)}
          >
            <span
              className={`${styles.swatch} ${tone ? `${name}-${tone}` : ''}`}
              aria-hidden="true"
            >
              {tone ? 'A' : <Ban size={14} />}
            </span>
            {tone ? word(tone) : 'None'}
            {tone === current && <Check size={14} aria-hidden="true" />}
          </button>
        ))}
      </div>
    </Popover>
  )
}
