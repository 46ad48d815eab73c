import type { Editor } from '@tiptap/core'
import { Ban, Baseline, Check, PaintBucket } from 'lucide-react'
import { type Tone, tones } from '#api/rich-text/contract/tones.ts'
import { moveFocus } from './move-focus.ts'
import { closePanel, Popover } from './Popover.tsx'
import styles from './RichTextEditor.module.css'

/** The marks for text color and background color, which are also the prefixes of their classes. */
export type ColorMark = 'tone' | 'mark'

export const toneLabel: Record<ColorMark, string> = {
  tone: 'Text color',
  mark: 'Background color',
}

const icons = { tone: Baseline, mark: PaintBucket }

type ItemProps = { name: ColorMark; tone?: Tone; checked: boolean; choose: (item: Element) => void }

const ToneItem = ({ name, tone, checked, choose }: ItemProps) => (
  <button
    type="button"
    role="menuitemradio"
    aria-checked={checked}
    tabIndex={-1}
    onClick={(event) => choose(event.currentTarget)}
  >
    <span className={`${styles.swatch} ${tone ? `${name}-${tone}` : ''}`} aria-hidden="true">
      {tone ? 'A' : <Ban size={14} />}
    </span>
    {tone ? tone.charAt(0).toUpperCase() + tone.slice(1) : 'None'}
    {checked && <Check size={14} aria-hidden="true" />}
  </button>
)

type Props = { editor: Editor; name: ColorMark; current: Tone | undefined; tabIndex: number }

/** A menu of the palette's tones and None. */
export function ToneMenu({ editor, name, current, tabIndex }: Props) {
  const choose = (tone?: Tone) => (item: Element) => {
    closePanel(item)
    editor.view.focus()
    if (tone) editor.commands.setMark(name, { tone })
    else editor.commands.unsetMark(name)
  }
  const focusCurrent = (panel: HTMLElement) =>
    panel.querySelector<HTMLElement>('[aria-checked="true"]')?.focus()
  const tone = current && `${name}-${current}`
  const button = { label: toneLabel[name], Icon: icons[name], tone, tabIndex }
  return (
    <Popover role="menu" {...button} onOpen={focusCurrent}>
      <div className={styles.tones} role="none" onKeyDown={(event) => moveFocus(event, 'button')}>
        {[undefined, ...tones].map((tone) => {
          const item = { name, tone, checked: tone === current, choose: choose(tone) }
          return <ToneItem key={tone ?? 'none'} {...item} />
        })}
      </div>
    </Popover>
  )
}
