import { Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { FieldError } from '../../ui/form/Field.tsx'
import type { JobFormState } from '../queries.ts'
import styles from './ApplicationFormFields.module.css'
import { pastedOptions, withNext, withOptions } from './questions.ts'

export function OptionList({ form, index }: { form: JobFormState; index: number }) {
  const name = `questions.${index}.options` as const
  const options = form.watch(name) ?? []
  const errors = form.formState.errors.questions?.[index]?.options
  const focused = useRef<number>(null)
  const fields = useRef<HTMLFieldSetElement>(null)

  const focusOn = (place: number) => fields.current?.querySelectorAll('input')[place]?.focus()
  useLayoutEffect(() => {
    if (focused.current === null) return
    focusOn(focused.current)
    focused.current = null
  })
  function change(next: string[], focus: number) {
    focused.current = focus
    const { isSubmitted } = form.formState
    form.setValue(name, next, { shouldDirty: true, shouldValidate: isSubmitted })
  }
  function addAfter(option: number) {
    const [next, place] = withNext(options, option)
    // An empty option that is there needs no change, and takes the very next letter.
    if (next === options) focusOn(place)
    else change(next, place)
  }
  const insert = (place: number, added: string[]) => {
    const next = withOptions(options, place, added)
    change(next, place + added.length - (options[place]?.trim() ? 0 : 1))
  }
  const remove = (place: number) =>
    change(options.toSpliced(place, 1), Math.min(place, options.length - 2))

  return (
    <fieldset ref={fields} className={styles.options} aria-describedby={`${name}-help`}>
      <legend className="label">Options</legend>
      <ol className={`stack gap-3 ${styles.list}`}>
        {options.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: fields are registered by index
          <li key={place}>
            <Option
              form={form}
              name={`${name}.${place}`}
              number={place + 1}
              error={errors?.[place]?.message}
              onAdd={() => addAfter(place)}
              onPaste={(lines) => insert(place, lines)}
              onRemove={options.length > 1 && (() => remove(place))}
            />
          </li>
        ))}
      </ol>
      <FieldError id={`${name}-error`} message={errors?.root?.message ?? errors?.message} />
      <div className={`row wrap ${styles.add}`}>
        <button
          type="button"
          className="button quiet small"
          onClick={() => addAfter(options.length - 1)}
        >
          <Plus size={15} aria-hidden /> Add option
        </button>
        <p className="help" id={`${name}-help`}>
          Enter adds the next one. Paste several lines to add them all.
        </p>
      </div>
    </fieldset>
  )
}

function Option({
  form,
  name,
  number,
  error,
  onAdd,
  onPaste,
  onRemove,
}: {
  form: JobFormState
  name: `questions.${number}.options.${number}`
  number: number
  error: string | undefined
  onAdd: () => void
  onPaste: (lines: string[]) => void
  onRemove: (() => void) | false
}) {
  return (
    <>
      <div className={`row gap-1 ${styles.option}`}>
        <input
          className="input"
          id={name}
          aria-label={`Option ${number}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${name}-error`}
          dir="auto"
          autoComplete="off"
          {...form.register(name)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onAdd()
          }}
          onPaste={(event) => {
            const lines = pastedOptions(event.clipboardData.getData('text'))
            if (lines.length < 2) return
            event.preventDefault()
            onPaste(lines)
          }}
        />
        {onRemove && (
          <button
            type="button"
            className="button quiet small"
            aria-label={`Remove option ${number}`}
            onClick={onRemove}
          >
            <X size={16} aria-hidden />
          </button>
        )}
      </div>
      <FieldError id={`${name}-error`} message={error} />
    </>
  )
}
