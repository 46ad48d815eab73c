import { useState } from 'react'
import { fileSize } from '#admin/lib/file-size.ts'

type Props = {
  maxFileSize: number
  /** After a submission without JavaScript: browsers keep no chosen file. */
  forgotten: boolean
  error: string | undefined
  onChoose: (file: File | null) => void
}

export function ResumeField({ maxFileSize, forgotten, error, onChoose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <div className="field">
      <label htmlFor="resume">Resume</label>
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
          ? `Chosen: ${file.name}, ${fileSize(file.size)}`
          : `${forgotten ? 'Please choose your resume again. ' : ''}PDF, DOC or DOCX, at most ${maxFileSize} MB`}
      </p>
      <p className="error" id="resume-error">
        {error}
      </p>
    </div>
  )
}
