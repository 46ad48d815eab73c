import { Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { maxCriteria, maxCriterion } from '#api/hiring/evaluations/contract/verdict.ts'
import { FieldError } from '../../ui/form/Field.tsx'
import type { JobFormState } from '../queries.ts'
import styles from '../questions/ApplicationFormFields.module.css'
import { Section } from '../Section.tsx'

/** Names of what reviewers score, besides their verdict. */
export function CriteriaFields({ form }: { form: JobFormState }) {
  const name = 'evaluation_criteria'
  const names = form.watch(name) ?? []
  const errors = form.formState.errors[name]
  const focused = useRef<number>(null)
  const fields = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    if (focused.current === null) return
    const inputs = fields.current?.querySelectorAll('input') ?? []
    ;(inputs[focused.current] ?? fields.current?.querySelector<HTMLElement>('button'))?.focus()
    focused.current = null
  })
  function change(next: string[], focus: number) {
    focused.current = focus
    form.setValue(name, next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const add = () => {
    const blank = names.findIndex((one) => !one.trim())
    if (blank >= 0) fields.current?.querySelectorAll('input')[blank]?.focus()
    else if (names.length < maxCriteria) change([...names, ''], names.length)
  }
  return (
    <Section
      form={form}
      title="Evaluations"
      help={`Reviewers give each application a verdict. Name up to ${maxCriteria} criteria that they score as well. Candidates don’t see them.`}
      names={[name]}
      empty="No criteria yet"
      summary={names.filter((one) => one.trim()).join(' · ') || null}
    >
      <fieldset ref={fields} id={name} className={styles.options} tabIndex={-1}>
        <legend className="label">Criteria</legend>
        {names.length > 0 && (
          <ol className={`stack gap-3 ${styles.list}`}>
            {names.map((_, place) => {
              const id = `${name}.${place}` as const
              const error = errors?.[place]?.message
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: fields are registered by index
                <li key={place}>
                  <div className={`row gap-1 ${styles.option}`}>
                    <input
                      className="input"
                      id={id}
                      aria-label={`Criterion ${place + 1}`}
                      aria-invalid={error ? true : undefined}
                      aria-describedby={error && `${id}-error`}
                      dir="auto"
                      autoComplete="off"
                      maxLength={maxCriterion}
                      {...form.register(id)}
                      onKeyDown={(event) => {
                        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                        event.preventDefault()
                        add()
                      }}
                    />
                    <button
                      type="button"
                      className="button quiet small"
                      aria-label={`Remove criterion ${place + 1}`}
                      onClick={() =>
                        change(names.toSpliced(place, 1), Math.min(place, names.length - 2))
                      }
                    >
                      <X size={16} aria-hidden />
                    </button>
                  </div>
                  <FieldError id={`${id}-error`} message={error} />
                </li>
              )
            })}
          </ol>
        )}
        <FieldError id={`${name}-error`} message={errors?.root?.message ?? errors?.message} />
        {names.length < maxCriteria && (
          <div className={`row wrap ${styles.add}`}>
            <button type="button" className="button quiet small" onClick={add}>
              <Plus size={15} aria-hidden /> Add criterion
            </button>
          </div>
        )}
      </fieldset>
    </Section>
  )
}
