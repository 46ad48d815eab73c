import { type DragEvent, useState } from 'react'
import { fileSize } from '#admin/lib/text/file-size.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import { type StagedFile, stagedName } from '#api/hiring/applications/contract/staged.ts'
import styles from '../ApplicationForm.module.css'
import { describedBy, Required } from './described-by.tsx'

type Props = {
  words: Words['form']
  language: string
  name: string
  label: string
  /** What label and help are written in. */
  lang?: string | undefined
  optional: string
  required: boolean
  /** The employer's explanation. */
  help?: string | null
  /** Which files are taken. */
  rules: string
  error: string | undefined
  /** The file that was chosen before the form was refused. */
  staged?: StagedFile | undefined
  /** Before, the browser's own field is shown. */
  hydrated: boolean
  onChoose: (file: File | null) => void
  /** Shows why what was dropped is not taken. */
  onRefuse: (error: string) => void
}

const markOver = ({ type, currentTarget }: DragEvent) =>
  currentTarget.toggleAttribute('data-over', type === 'dragover')

export function FileField({ words, language, name, label, optional, required, ...props }: Props) {
  const { lang, help, rules, error, staged, hydrated, onChoose, onRefuse } = props
  const [file, setFile] = useState<File | null>(null)
  const shown = file ?? staged
  return (
    <div className="field">
      <label htmlFor={name}>
        <span lang={lang}>{label}</span> {!required && <span className="optional">{optional}</span>}
      </label>
      {/* The input covers the area: dropping, clicking and the keyboard are the browser's. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input is what is interactive */}
      <div
        className={styles.drop}
        data-ready={hydrated}
        onDragOver={markOver}
        onDragLeave={markOver}
        onDrop={(event) => {
          markOver(event)
          if (event.dataTransfer.files.length < 2) return
          event.preventDefault()
          onRefuse(words.oneFile)
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 16V4m5 5-5-5-5 5M4 15v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4" />
        </svg>
        <input
          id={name}
          name={name}
          type="file"
          required={required && !staged}
          accept=".pdf,.doc,.docx"
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy(name, { help: true, required })}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0] ?? null
            setFile(chosen)
            onChoose(chosen)
          }}
        />
        <div id={`${name}-help`}>
          {help && <p lang={lang}>{help}</p>}
          <p className={styles.ask}>
            {shown
              ? say(
                  file ? words.resumeChosen : words.fileKept,
                  { name: shown.name, size: fileSize(shown.size) },
                  language,
                )
              : words[name === 'resume' ? 'dropResume' : 'dropFile']}
          </p>
          {!shown && <p className="help">{rules}</p>}
        </div>
      </div>
      {required && <Required {...{ name }} text={words.required} />}
      {staged && <input type="hidden" name={stagedName(name)} value={staged.token} />}
      <p className="error" id={`${name}-error`}>
        {error}
      </p>
    </div>
  )
}
