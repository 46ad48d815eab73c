import { useRef } from 'react'
import { hasOptions } from '#api/website/jobs/contract.ts'
import { CheckField } from '../../ui/form/CheckField.tsx'
import { Field, FieldError } from '../../ui/form/Field.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { OrderCard, OrderHead } from '../../ui/order/OrderCard.tsx'
import type { Ordered } from '../../ui/order/use-order.ts'
import type { JobFormState } from '../queries.ts'
import styles from './ApplicationFormFields.module.css'
import { OptionList } from './OptionList.tsx'
import { blankOptions, kindLabel } from './questions.ts'

type Props = {
  form: JobFormState
  index: number
  count: number
  order: Ordered
  onRemove: () => void
}

export function QuestionCard({ form, index, count, order, onRemove }: Props) {
  const name = `questions.${index}` as const
  const errors = form.formState.errors.questions?.[index]
  const kind = form.watch(`${name}.kind`) ?? ''
  return (
    <OrderCard drop={order.drop}>
      <fieldset className="stack" aria-describedby={errors?.id && `${name}.id-error`}>
        <legend className="visually-hidden">Question {index + 1}</legend>
        <OrderHead thing="question" {...{ index, count, order, onRemove }} />
        <FieldError id={`${name}.id-error`} message={errors?.id?.message ?? errors?.message} />
        <div className={`stack ${styles.pair}`}>
          <TextField
            label="Question"
            error={errors?.label?.message}
            {...form.register(`${name}.label`)}
          />
          <KindField form={form} index={index} />
        </div>
        <TextField
          label="Help"
          optional
          error={errors?.help?.message}
          {...form.register(`${name}.help`)}
        />
        {hasOptions(kind) && <OptionList form={form} index={index} />}
        <CheckField
          id={`${name}.required`}
          label="Required"
          error={errors?.required?.message}
          {...form.register(`${name}.required`)}
        />
      </fieldset>
    </OrderCard>
  )
}

function KindField({ form, index }: { form: JobFormState; index: number }) {
  const name = `questions.${index}` as const
  const errors = form.formState.errors.questions?.[index]
  /** Options survive a look at another kind. */
  const options = useRef(form.getValues(`${name}.options`) ?? blankOptions)
  const field = form.register(`${name}.kind`, {
    onChange({ target }) {
      const before = form.getValues(`${name}.options`)
      if (before) options.current = before
      form.setValue(`${name}.options`, hasOptions(target.value) ? options.current : null, {
        shouldDirty: true,
      })
    },
  })
  return (
    <Field label="Answer type" htmlFor={field.name} error={errors?.kind?.message}>
      {(control) => (
        <select className="input" {...control} {...field}>
          {Object.entries(kindLabel).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
