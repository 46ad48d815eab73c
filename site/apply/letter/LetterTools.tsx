import type { KeyboardEvent, MouseEvent } from 'react'
import type { Words } from '#api/core/words/contract.ts'
import styles from './Letter.module.css'
import type { Press } from './take-over.ts'

/** The paths of the editor's icons, which come with the editor. */
const groups = [
  {
    bold: 'M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8',
    italic: 'M19 4h-9m4 16H5M15 4 9 20',
    underline: 'M6 4v6a6 6 0 0 0 12 0V4M4 20h16',
  },
  {
    numberedList:
      'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2m.5 11H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02',
    bulletList: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13',
  },
  {
    link: 'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  },
]

type Props = { words: Words['form']; hydrated: boolean; onPress: (press: Press) => void }

const toolOf = ({ target }: { target: EventTarget }) =>
  (target as Element).closest<HTMLElement>('[data-tool]')?.dataset.tool

/** The letter's toolbar until its editor is loaded: looks the same, and a press loads the editor. */
export function LetterTools({ words, hydrated, onPress }: Props) {
  const press = (event: MouseEvent | KeyboardEvent, isByKeyboard: boolean, key?: string) => {
    const tool = toolOf(event)
    if (tool) onPress({ tool, isByKeyboard, key })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a toolbar once it can be used
    <div
      className={styles.tools}
      // Without a script it is hidden.
      {...(hydrated && {
        role: 'toolbar',
        'aria-label': words.editor.toolbar.replace('{field}', () => words.labels.motivation_letter),
      })}
      aria-controls="motivation_letter"
      // Keeps the caret, and the on-screen keyboard of a phone.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => press(event, !event.detail)}
      onKeyDown={(event) => {
        if (/^(Arrow|Home|End)/.test(event.key)) press(event, true, event.key)
      }}
    >
      {groups.map((tools, group) => (
        <div key={Object.keys(tools)[0]} role="presentation">
          {Object.entries(tools).map(([name, d], at) => {
            const label = words.editor[name as 'bold']
            return (
              <button
                key={name}
                type="button"
                data-tool={label}
                aria-label={label}
                tabIndex={group || at ? -1 : 0}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={d} />
                </svg>
              </button>
            )
          })}
        </div>
      ))}
    </div>
  )
}
