import { Controller } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { RichTextField } from '../../ui/RichTextField.tsx'
import styles from './JobEditor.module.css'
import type { JobFormState as Form } from './use-job-form.ts'

export function JobFields({ form }: { form: Form }) {
  return (
    <>
      <Line form={form} name="title" label="Job Title *" />
      <RichText form={form} name="description" label="Job Description *" />
      <RichText form={form} name="requirements" label="Requirements" optional />
      <div className={styles.pair}>
        <Line form={form} name="location" label="Location" optional />
        <Line
          form={form}
          name="salary_range"
          label="Salary range"
          help="In your own words, as candidates will read it"
          optional
        />
      </div>
      <div className={styles.active}>
        <input
          type="checkbox"
          id="is_active"
          aria-describedby="is_active-help"
          {...form.register('is_active')}
        />
        <div>
          <label htmlFor="is_active">Active</label>
          <p className="help" id="is_active-help">
            Active job openings are on the site and take applications.
          </p>
        </div>
      </div>
    </>
  )
}

function Line({
  form,
  name,
  optional = false,
  ...labels
}: {
  form: Form
  name: 'title' | 'location' | 'salary_range'
  label: string
  help?: string
  optional?: boolean
}) {
  const error = form.formState.errors[name]?.message
  return (
    <Field {...labels} htmlFor={name} error={error} optional={optional}>
      {(control) => (
        <input
          {...control}
          className="input"
          autoComplete="off"
          aria-required={!optional}
          {...form.register(name)}
        />
      )}
    </Field>
  )
}

const RichText = ({
  form,
  name,
  ...rest
}: {
  form: Form
  name: 'description' | 'requirements'
  label: string
  optional?: boolean
}) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <RichTextField
        id={name}
        {...rest}
        value={field.value ?? ''}
        onChange={field.onChange}
        ref={field.ref}
        error={fieldState.error?.message}
      />
    )}
  />
)
