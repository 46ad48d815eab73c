import { type ComponentType, useState } from 'react'
import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import type { TextKind } from '#api/office/translations/contract.ts'
import { languageName } from '../lib/text/language-name.ts'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { Field } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { checkedByServer, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import styles from './OtherLanguages.module.css'
import {
  deleteTranslation,
  type Original,
  saveTranslation,
  type Translation,
  translationsKey,
} from './queries.ts'

type Values = Record<string, string>

/** A field may be an address, whose dots React Hook Form would split at. By its place, it could move. */
const inputName = (field: string) =>
  `translated-${field.replace(/\W/g, (sign) => `-${sign.charCodeAt(0)}-`)}`

export type FieldsProps = {
  /** Name of the field in the form. */
  name: string
  /** Name of the field in the original. */
  field: string
  label: string
  language: string
  original: string
  form: {
    control: Control<Values>
    register: UseFormRegister<Values>
    formState: { errors: FieldErrors<Values> }
  }
}

const Line = ({ name, label, language, original, form }: FieldsProps) => (
  <Field label={label} htmlFor={name} error={form.formState.errors[name]?.message}>
    {(control) => (
      <textarea
        {...control}
        {...form.register(name)}
        className="input"
        lang={language}
        dir="auto"
        rows={original.length > 50 ? 3 : 1}
      />
    )}
  </Field>
)

const OriginalText = ({ original }: { original: string }) => <p dir="auto">{original}</p>

/** A text in one language, beside the original, which it never begins with. */
export default function TranslationDialog({
  kind,
  thing,
  main,
  language,
  original,
  stored,
  labelOf = () => thing,
  Fields = Line,
  Shown = OriginalText,
  onClose,
}: {
  kind: TextKind
  thing: string
  /** The language of the original. */
  main: string
  language: string
  original: Original
  stored: Translation | undefined
  /** What people call a field. */
  labelOf?: (field: string) => string
  /** The control of a field, and how the original of it is shown. */
  Fields?: ComponentType<FieldsProps>
  Shown?: ComponentType<Pick<FieldsProps, 'field' | 'original'>>
  onClose: () => void
}) {
  const { subject } = original
  const where = { kind, subject, language }
  const fields = Object.entries(original.fields).map(
    ([field, text]) => [inputName(field), field, text] as const,
  )
  const title = `${thing}: ${languageName(language)}`
  const state = useEntityForm<Values, Values, Translation>({
    kind: 'translation',
    stored,
    valuesOf: (row) =>
      Object.fromEntries(fields.map(([name, field]) => [name, row?.fields[field] ?? ''])),
    resolver: checkedByServer,
    names: Object.fromEntries(fields.map(([name, field]) => [name, labelOf(field)])),
    draftName: `translation-${kind}-${subject}-${language}`,
  })
  const { form } = state
  const saving = useSave(state, {
    save: (values, basedOn) => {
      const given = fields.flatMap(([name, field]) => {
        const text = values[name] ?? ''
        // Of a line that was typed on several: an HTML body keeps its own.
        const line = field === 'body' ? text : text.replace(/\s*\n\s*/g, ' ')
        return line.trim() ? [[field, line] as const] : []
      })
      return saveTranslation(where, Object.fromEntries(given), basedOn ?? null)
    },
    key: translationsKey,
    nameOf: () => title,
    fieldOf: ([, field]) => fields.find(([, own]) => own === field)?.[0] ?? fields[0]?.[0] ?? '',
    onSaved: onClose,
  })
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <FormDialog
        {...{ state, saving, onClose, title }}
        action="Save Translation"
        size="large"
        {...(stored && {
          actions: (
            <button type="button" className="button danger" onClick={() => setDeleting(true)}>
              Delete
            </button>
          ),
        })}
      >
        {stored?.outdated && (
          <p className="note" role="note">
            The original was changed after this translation was saved.
          </p>
        )}
        <div className="stack gap-4">
          {fields.map(([name, field, text]) => (
            <div key={name} className={styles.pair}>
              <div className={styles.original}>
                <p className="label">{`${labelOf(field)} in ${languageName(main)}`}</p>
                <div lang={main}>
                  <Shown field={field} original={text} />
                </div>
              </div>
              <Fields
                {...{ name, field, language, form }}
                label={`${labelOf(field)} in ${languageName(language)}`}
                original={text}
              />
            </div>
          ))}
        </div>
      </FormDialog>
      {isDeleting && (
        <DeleteRow
          name={title}
          thing="translation"
          send={() => deleteTranslation(where)}
          queries={translationsKey}
          onClose={() => setDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </>
  )
}
