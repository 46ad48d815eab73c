import { useState } from 'react'
import { fileSize } from '#admin/lib/text/file-size.ts'
import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import { type StagedFile, stagedName } from '#api/hiring/applications/contract/staged.ts'
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
  onChoose: (file: File | null) => void
}

export function FileField({ words, language, name, label, optional, required, ...props }: Props) {
  const { lang, help, rules, error, staged, onChoose } = props
  const [file, setFile] = useState<File | null>(null)
  const shown = file ?? staged
  return (
    <div className="field">
      <label htmlFor={name}>
        <span lang={lang}>{label}</span> {!required && <span className="optional">{optional}</span>}
      </label>
      <input
        className="input"
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
      {required && <Required {...{ name }} text={words.required} />}
      {staged && <input type="hidden" name={stagedName(name)} value={staged.token} />}
      <div className="help" id={`${name}-help`}>
        {help && <p lang={lang}>{help}</p>}
        <p>
          {shown
            ? say(
                file ? words.resumeChosen : words.fileKept,
                { name: shown.name, size: fileSize(shown.size) },
                language,
              )
            : rules}
        </p>
      </div>
      <p className="error" id={`${name}-error`}>
        {error}
      </p>
    </div>
  )
}
