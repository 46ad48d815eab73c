import type { Editor } from '@tiptap/core'
import { Ban, Baseline, PaintBucket } from 'lucide-react'
import { type Tone, tones } from '#api/core/rich-text/contract/tones.ts'
import styles from './RichTextEditor.module.css'
import { ToolMenu } from './ToolMenu.tsx'

/** The marks for text color and background color, which are also the prefixes of their classes. */
type ColorMark = 'tone' | 'mark'

export const toneLabel: Record<ColorMark, string> = {
  tone: 'Text color',
  mark: 'Background color',
}

const icons = { tone: Baseline, mark: PaintBucket }

type Props = { editor: Editor; name: ColorMark; current: Tone | undefined; tabIndex: number }

/** A menu of the palette's tones and None. */
export function ToneMenu({ editor, name, current, tabIndex }: Props) {
  const choices = [undefined, ...tones].map((tone) => ({
    label: tone ? tone.charAt(0).toUpperCase() + tone.slice(1) : 'None',
    sign: (
      <span className={`${styles.swatch} ${tone ? `${name}-${tone}` : ''}`} aria-hidden="true">
        {tone ? 'A' : <Ban size={14} />}
      </span>
    ),
    checked: tone === current,
    choose: () =>
      tone ? editor.commands.setMark(name, { tone }) : editor.commands.unsetMark(name),
  }))
  return (
    <ToolMenu
      editor={editor}
      label={toneLabel[name]}
      Icon={icons[name]}
      tone={current && `${name}-${current}`}
      tabIndex={tabIndex}
      choices={choices}
    />
  )
}
