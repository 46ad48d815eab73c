import { useState } from 'react'
import { usePerson } from '../../lib/hooks/use-person.ts'
import type { Template } from '../../templates/queries.ts'
import { CheckField } from '../../ui/form/CheckField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import styles from './EmailForm.module.css'
import type { EmailFormState, useTestEmail } from './use-email-form.ts'

export function ReplyTo({ form }: { form: EmailFormState }) {
  const me = usePerson()
  return (
    <SelectField
      label="Replies go to"
      error={form.formState.errors.reply_to?.message}
      {...form.register('reply_to')}
    >
      <option value="me">Me, {me.email}</option>
      <option value="shared">The shared address for applications</option>
    </SelectField>
  )
}

/** Whether the email says how it was decided. */
export const AboutDecision = ({
  form,
  label,
  help,
}: {
  form: EmailFormState
  label: string
  help?: string | undefined
}) => (
  <CheckField
    id="about_decision"
    label={label}
    {...(help && { help })}
    error={form.formState.errors.about_decision?.message}
    {...form.register('about_decision')}
  />
)

export const TestOutcome = ({ outcome }: Pick<ReturnType<typeof useTestEmail>, 'outcome'>) => (
  <div role="status">
    {outcome &&
      (outcome.sent ? (
        <p className="notice">Test email sent to {outcome.to}. Check your inbox.</p>
      ) : (
        <p className="notice red">{`The test email wasn't sent. ${outcome.reason ?? ''}`}</p>
      ))}
  </div>
)

/** Asks before a template replaces typed text. */
export function useTemplateChoice({
  isDirty,
  use,
}: {
  isDirty: boolean
  use: (chosen: Template | undefined) => void
}) {
  const [asking, setAsking] = useState<{ chosen: Template | undefined }>()
  return {
    choose: (chosen: Template | undefined) => (isDirty ? setAsking({ chosen }) : use(chosen)),
    question: asking && (
      <div className={`notice row wrap ${styles.replace}`} role="alert">
        <p>“{asking.chosen?.name ?? 'None'}” replaces what you wrote.</p>
        <button type="button" className="button small" onClick={() => setAsking(undefined)}>
          Keep my text
        </button>
        <button
          type="button"
          className="button small"
          onClick={() => {
            use(asking.chosen)
            setAsking(undefined)
          }}
        >
          Replace it
        </button>
      </div>
    ),
  }
}
