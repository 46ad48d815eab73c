import { useState } from 'react'
import { fileSize } from '#admin/lib/file-size.ts'
import { say } from '#api/words/contract/say.ts'
import type { Words } from '#api/words/contract.ts'

type Props = {
  words: Words['form']
  language: string
  maxFileSize: number
  /** After a submission without JavaScript: browsers keep no chosen file. */
  forgotten: boolean
  error: string | undefined
  onChoose: (file: File | null) => void
}

export function ResumeField({ words, language, maxFileSize, forgotten, error, onChoose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <div className="field">
      <label htmlFor="resume">{words.labels.resume}</label>
      <input
        className="input"
        id="resume"
        name="resume"
        type="file"
        required
        accept=".pdf,.doc,.docx"
        aria-invalid={Boolean(error)}
        aria-describedby="resume-help resume-error"
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0] ?? null
          setFile(chosen)
          onChoose(chosen)
        }}
      />
      <p className="help" id="resume-help">
        {file
          ? say(words.resumeChosen, { name: file.name, size: fileSize(file.size) }, language)
          : say(forgotten ? words.resumeAgain : words.resumeRules, { max: maxFileSize }, language)}
      </p>
      <p className="error" id="resume-error">
        {error}
      </p>
    </div>
  )
}
