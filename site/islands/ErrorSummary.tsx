import { say } from '#api/words/contract/say.ts'
import type { Words } from '#api/words/contract.ts'
import styles from './ApplicationForm.module.css'

export type FieldName = keyof Words['form']['labels']

type Props = {
  message: string
  fields: FieldName[]
  words: Words['form']
  language: string
}

/** The form's error, and links to the fields that need correcting. */
export const ErrorSummary = ({ message, fields, words, language }: Props) => (
  <>
    {message && (
      <div className="notice red" role="alert" tabIndex={-1} data-box>
        <h3>{words.errorHeading}</h3>
        <p>{message}</p>
      </div>
    )}
    {fields.length > 0 && (
      <div className={styles.summary} role="alert">
        <p>
          {say(words.attention, { n: fields.length }, language)}
          {fields.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <a href={`#${name}`}>{words.labels[name]}</a>
            </span>
          ))}
        </p>
      </div>
    )}
  </>
)
