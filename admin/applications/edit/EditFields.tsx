import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { RichTextControl } from '../../ui/form/RichTextControl.tsx'
import { notesOnHold } from '../notes/NotesForm.tsx'
import { PersonFields } from '../PersonFields.tsx'
import styles from './EditFields.module.css'
import type { EditOutput, EditValues } from './edit-values.ts'
import { StatusField } from './StatusField.tsx'

type Form = UseFormReturn<EditValues, unknown, EditOutput>

/** `toNotes` scrolls to the notes and focuses them. */
export function EditFields({
  form,
  toNotes,
  isHeld,
}: {
  form: Form
  toNotes: boolean
  isHeld: boolean
}) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className={`stack ${styles.fields}`}>
      <PersonFields
        register={(name) => register(name)}
        error={(name) => errors[name]?.message}
        idPrefix="edit"
      />
      <StatusField id="edit-status" field={register('status')} error={errors.status?.message} />
      <NotesField form={form} wanted={toNotes} isHeld={isHeld} />
    </div>
  )
}

function NotesField({ form, wanted, isHeld }: { form: Form; wanted: boolean; isHeld: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted) place.current?.scrollIntoView()
  }, [wanted])
  return (
    <div ref={place} className={styles.wide}>
      <RichTextControl
        control={form.control}
        name="notes"
        id="edit-notes"
        label="Notes"
        {...(isHeld && { help: notesOnHold })}
        autoFocus={wanted}
      />
    </div>
  )
}
