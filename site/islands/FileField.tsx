import { useState } from 'react'
import { fileSize } from '#admin/lib/file-size.ts'
import { say } from '#api/words/contract/say.ts'
import type { Words } from '#api/words/contract.ts'

type Props = {
  words: Words['form']
  language: string
  name: string
  label: string
  optional: string
  required: boolean
  /** Of the employer. */
  help?: string | null
  /** Which files are taken. */
  rules: string
  error: string | undefined
  onChoose: (file: File | null) => void
}

export function FileField({ words, language, name, label, optional, required, ...props }: Props) {
  const { help, rules, error, onChoose } = props
  const [file, setFile] = useState<File | null>(null)
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} {!required && <span className="optional">{optional}</span>}
      </label>
      <input
        className="input"
        id={name}
        name={name}
        type="file"
        required={required}
        accept=".pdf,.doc,.docx"
        aria-invalid={Boolean(error)}
        aria-describedby={`${name}-help ${name}-error`}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0] ?? null
          setFile(chosen)
          onChoose(chosen)
        }}
      />
      <div className="help" id={`${name}-help`}>
        {help && <p>{help}</p>}
        <p>
          {file
            ? say(words.resumeChosen, { name: file.name, size: fileSize(file.size) }, language)
            : rules}
        </p>
      </div>
      <p className="error" id={`${name}-error`}>
        {error}
      </p>
    </div>
  )
}
