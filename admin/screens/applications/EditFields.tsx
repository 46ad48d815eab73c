import { useEffect, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { applicationStatuses } from '#db/enums.ts'
import { Field } from '../../ui/Field.tsx'
import { RichTextField } from '../../ui/RichTextField.tsx'
import { statusLabel } from '../../ui/StatusBadge.tsx'
import styles from './EditForm.module.css'
import { PersonFields } from './PersonFields.tsx'
import type { EditForm } from './use-edit-form.ts'

/** The fields of an application; with `toNotes` the notes are scrolled to and have the focus. */
export function EditFields({ form, toNotes }: { form: EditForm; toNotes: boolean }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className={styles.fields}>
      <PersonFields
        register={(name) => register(name)}
        error={(name) => errors[name]?.message}
        idPrefix="edit"
      />
      <Field label="Status" htmlFor="edit-status" error={errors.status?.message}>
        {(props) => (
          <select className="input" {...props} {...register('status')}>
            {applicationStatuses.map((status) => (
              <option key={status} value={status}>
                {statusLabel[status]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <NotesField form={form} wanted={toNotes} />
    </div>
  )
}

function NotesField({ form, wanted }: { form: EditForm; wanted: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted) place.current?.scrollIntoView()
  }, [wanted])
  return (
    <div ref={place} className={styles.wide}>
      <Controller
        control={form.control}
        name="notes"
        render={({ field, fieldState }) => (
          <RichTextField
            id="edit-notes"
            label="Notes"
            value={field.value ?? ''}
            onChange={field.onChange}
            ref={field.ref}
            autoFocus={wanted}
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
  )
}
