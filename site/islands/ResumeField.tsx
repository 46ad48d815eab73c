import { useState } from 'react'
import { fileSize } from '#admin/lib/file-size.ts'

type Props = {
  maxFileSize: number
  /** The form was sent once without script: its text is still here, but browsers give no file back. */
  forgotten: boolean
  error: string | undefined
  onChoose: (file: File | null) => void
}

/** The native file input, since it is the one that every browser, reader and phone knows; under it what was chosen. */
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
