import { Answers } from './Answers.tsx'
import { BackToCalls } from './BackToCalls.tsx'
import styles from './CallDetail.module.css'
import { Curl } from './Curl.tsx'
import { curlOf } from './curl.ts'
import type { Call, Schemas } from './description.ts'
import fieldStyles from './Fields.module.css'
import { Field, Fields } from './Fields.tsx'
import { Marked } from './Marked.tsx'
import { Method } from './Method.tsx'

/** Everything about one call. */
export function CallDetail({ call, schemas, q }: { call: Call; schemas: Schemas; q: string }) {
  const { method, path, summary, description, who, parameters, body } = call
  return (
    <>
      <BackToCalls q={q} />
      <h2 tabIndex={-1}>{summary}</h2>
      <p className={styles.address}>
        <Method>{method}</Method> <code>/api{path}</code>
      </p>
      <p className={styles.text}>
        <strong>{who}.</strong> <Marked>{description ?? ''}</Marked>
      </p>
      <Curl line={curlOf(call, location.origin)} />
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <ul className={fieldStyles.fields}>
            {parameters.map(({ name, in: mark, required, schema, description }) => (
              <Field key={name} {...{ name, mark, required, schema, description }} />
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <h3>Body</h3>
          <p className={styles.text}>
            <code>{body.type}</code>. {body.description}
          </p>
          <Fields schema={body.schema} schemas={schemas} />
        </>
      )}
      <h3>Answers</h3>
      <Answers answers={call.answers} schemas={schemas} />
    </>
  )
}
