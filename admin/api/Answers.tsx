import styles from './Answers.module.css'
import type { Answer, Schemas } from './description.ts'
import { Fields } from './Fields.tsx'
import { Marked } from './Marked.tsx'
import { typeWords } from './words.ts'

const isSuccess = ({ status }: Answer) => status.startsWith('2')

/** The answers by status; the successful one is unfolded. */
export const Answers = ({ answers, schemas }: { answers: Answer[]; schemas: Schemas }) => (
  <ul className={styles.answers}>
    {answers.map((answer) => (
      <li key={answer.status}>
        <details open={isSuccess(answer)}>
          <summary>
            <span className={`badge ${isSuccess(answer) ? 'green' : ''}`}>{answer.status}</span>{' '}
            <Marked>{answer.description}</Marked>
          </summary>
          <AnswerBody answer={answer} schemas={schemas} />
        </details>
      </li>
    ))}
  </ul>
)

function AnswerBody({ answer, schemas }: { answer: Answer; schemas: Schemas }) {
  const { headers, type, schema } = answer
  return (
    <div className={styles.body}>
      {headers.map(([name, description]) => (
        <p key={name}>
          Header <code>{name}</code>: <Marked>{description}</Marked>
        </p>
      ))}
      {type ? (
        <p>
          <code>{type}</code>
          {schema && `: ${typeWords(schema)}`}
        </p>
      ) : (
        <p>No body.</p>
      )}
      {schema && <Fields schema={schema} schemas={schemas} isAnswer />}
    </div>
  )
}
