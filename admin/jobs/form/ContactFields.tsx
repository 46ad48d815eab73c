import { useWatch } from 'react-hook-form'
import { FieldPair } from '../../ui/form/EditorFrame.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { JobFormState, JobSuggestions } from '../queries.ts'
import { Section } from '../Section.tsx'

export function ContactFields({
  form,
  suggestions: { contacts },
}: {
  form: JobFormState
  suggestions: JobSuggestions
}) {
  const { control, register, getValues, setValue, formState } = form
  const { errors } = formState
  const [name, text] = useWatch({ control, name: ['contact_name', 'contact_text'] })

  /** A person of earlier jobs brings what was said of them. */
  function fillText(event: { target: { value: string } }) {
    const known = contacts.find(({ contact_name }) => contact_name === event.target.value)
    if (known?.contact_text && !getValues('contact_text'))
      setValue('contact_text', known.contact_text, { shouldDirty: true })
  }
  return (
    <Section
      form={form}
      title="Contact"
      help="Whom candidates can ask about the job. Visitors see this on the job's page."
      names={['contact_name', 'contact_text']}
      summary={name || text || null}
    >
      <FieldPair>
        <TextField
          label="Name"
          list="earlier-contacts"
          required={false}
          error={errors.contact_name?.message}
          {...register('contact_name', { onChange: fillText })}
        />
        <TextField
          label="How to reach them"
          help="Such as a phone number, an email address and when to call"
          required={false}
          error={errors.contact_text?.message}
          {...register('contact_text')}
        />
      </FieldPair>
      <datalist id="earlier-contacts">
        {contacts.map(({ contact_name, contact_text }) => (
          <option key={`${contact_name} ${contact_text}`} value={contact_name} />
        ))}
      </datalist>
    </Section>
  )
}
