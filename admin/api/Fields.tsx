import type { ReactNode } from 'react'
import { followed, nameOf, type Schema, type Schemas } from './description.ts'
import styles from './Fields.module.css'
import { Marked } from './Marked.tsx'
import { limitWords, typeWords } from './words.ts'

/** The objects within a value that have fields of their own, by their names. */
function objectsIn(schema: Schema, schemas: Schemas): [name: string, schema: Schema][] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => objectsIn(one, schemas))
  if (schema.items) return objectsIn(schema.items, schemas)
  const object = followed(schema, schemas)
  return object.properties ? [[schema.$ref ? nameOf(schema.$ref) : 'each', object]] : []
}

/** One value: its name, its kind, its limits. */
export function Field({
  name,
  schema,
  required,
  mark,
  limits = limitWords(schema),
  description = schema.description,
  children,
}: {
  name: string
  schema: Schema
  required?: boolean | undefined
  /** Where it belongs, if that is not plain: `query`. */
  mark?: string
  limits?: string[]
  description?: string | undefined
  children?: ReactNode
}) {
  return (
    <li className={styles.field}>
      <p className={styles.name}>
        <code>{name}</code>
        {mark && <span className="badge">{mark}</span>}
        {required && <span className="badge yellow">required</span>}
      </p>
      <div className={styles.about}>
        <p>{[typeWords(schema), ...limits].join(', ')}</p>
        {description && (
          <p className={styles.description}>
            <Marked>{description}</Marked>
          </p>
        )}
        {children}
      </div>
    </li>
  )
}

/** The fields of an object, or of the objects that a list or a choice is made of; within each, those of its own objects to unfold. */
export function Fields({
  schema,
  schemas,
  isAnswer = false,
}: {
  schema: Schema
  schemas: Schemas
  /** In an answer what is not always there is told, in a request what must be. */
  isAnswer?: boolean
}) {
  const [[, object] = [], ...others] = objectsIn(schema, schemas)
  if (others.length)
    return objectsIn(schema, schemas).map(([name, one]) => (
      <Unfold key={name} name={name} schema={one} schemas={schemas} isAnswer={isAnswer} />
    ))
  const { properties = {}, required = [] } = object ?? {}
  return (
    <ul className={styles.fields}>
      {Object.entries(properties).map(([name, property]) => (
        <Field
          key={name}
          name={name}
          schema={property}
          required={!isAnswer && required.includes(name)}
          {...(isAnswer && { limits: [] })}
          {...(isAnswer && !required.includes(name) && { mark: 'not always' })}
        >
          {objectsIn(property, schemas).map(([kind, one]) => (
            <Unfold key={kind} name={kind} schema={one} schemas={schemas} isAnswer={isAnswer} />
          ))}
        </Field>
      ))}
    </ul>
  )
}

const Unfold = ({
  name,
  ...fields
}: {
  name: string
  schema: Schema
  schemas: Schemas
  isAnswer: boolean
}) => (
  <details className={styles.unfold}>
    <summary>Fields of {name}</summary>
    <Fields {...fields} />
  </details>
)
