import '../../ui/tooltip.ts'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { hasOptions } from '#api/jobs/contract.ts'
import { CheckField } from '../../ui/form/CheckField.tsx'
import { Field, FieldError } from '../../ui/form/Field.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { JobFormState } from '../queries.ts'
import styles from './ApplicationFormFields.module.css'
import { OptionList } from './OptionList.tsx'
import { blankOptions, kindLabel } from './questions.ts'

type Props = {
  form: JobFormState
  index: number
  count: number
  onStep: (by: 1 | -1) => void
  onRemove: () => void
  /** Pointer handlers of the drag handle. */
  handle: ComponentProps<'span'>
  drop: 'before' | 'after' | 'dragged' | null | undefined
}

export function QuestionCard({ form, index, drop, ...moves }: Props) {
  const name = `questions.${index}` as const
  const errors = form.formState.errors.questions?.[index]
  const kind = form.watch(`${name}.kind`) ?? ''
  return (
    <li data-question className={styles.card} data-drop={drop || undefined}>
      <fieldset className={styles.fields} aria-describedby={errors?.id && `${name}.id-error`}>
        <legend className="visually-hidden">Question {index + 1}</legend>
        <Head index={index} {...moves} />
        <FieldError id={`${name}.id-error`} message={errors?.id?.message ?? errors?.message} />
        <div className={styles.pair}>
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
    </li>
  )
}

function Head({ index, count, onStep, onRemove, handle }: Omit<Props, 'form' | 'drop'>) {
  const number = index + 1
  return (
    <div className={styles.head}>
      <span className={styles.handle} title="Drag to reorder" aria-hidden {...handle}>
        <GripVertical size={18} />
      </span>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <button
        type="button"
        className="button quiet small"
        data-move="up"
        aria-label={`Move question ${number} up`}
        aria-disabled={index === 0}
        onClick={() => onStep(-1)}
      >
        <ArrowUp size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet small"
        data-move="down"
        aria-label={`Move question ${number} down`}
        aria-disabled={number === count}
        onClick={() => onStep(1)}
      >
        <ArrowDown size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet small"
        aria-label={`Remove question ${number}`}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden />
      </button>
    </div>
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
