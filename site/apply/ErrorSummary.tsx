import { say } from '#api/core/words/contract/say.ts'
import type { Words } from '#api/core/words/contract.ts'
import { focusFirstInReact } from '../lib/focus-first.ts'
import styles from './ApplicationForm.module.css'
import type { FormJob } from './form-fields.ts'

type Props = {
  message: string
  /** Answers to questions that the form no longer has, so that they aren't lost. */
  kept: string[]
  fields: FormJob['fields']
  words: Words['form']
  language: string
}

/** The form's error, and links to the fields that need correcting. */
export const ErrorSummary = ({ message, kept, fields, words, language }: Props) => (
  <>
    {message && (
      <div className="notice red" role="alert" {...focusFirstInReact} data-box>
        <h3>{words.errorHeading}</h3>
        <p>{message}</p>
        {kept.map((text) => (
          <pre key={text}>{text}</pre>
        ))}
      </div>
    )}
    {fields.length > 0 && (
      <div className={styles.summary} role="alert" {...(!message && focusFirstInReact)}>
        <p>
          {say(words.attention, { n: fields.length }, language)}
          {fields.map(({ name, label }, index) => (
            <span key={name}>
              {index > 0 && <span>{', '}</span>}
              <a href={`#${name}`}>{label}</a>
            </span>
          ))}
        </p>
      </div>
    )}
  </>
)
