import { useController } from 'react-hook-form'
import { tells } from '#api/hiring/applications/contract/status.ts'
import { notifyLabel } from '../../applications/notify/words.ts'
import type { JobFormState } from '../queries.ts'
import { Section } from '../Section.tsx'
import { Choice, Choices } from './Choices.tsx'

/** Whether candidates of this job are told of a decision by email. */
export function DecisionFields({ form }: { form: JobFormState }) {
  const { field, fieldState } = useController({ control: form.control, name: 'tell' })
  const tell = field.value ?? null
  return (
    <Section
      form={form}
      title="Decisions"
      help="What happens when a candidate is shortlisted, rejected or selected. Reviewers can choose otherwise each time."
      names={['tell']}
      empty="Up to each reviewer"
      summary={tell && notifyLabel[tell]}
    >
      <Choices id={field.name} legend="Email after a decision" error={fieldState.error?.message}>
        {([null, ...tells] as const).map((option) => (
          <Choice key={option} label={option ? notifyLabel[option] : 'Up to each reviewer'}>
            <input
              type="radio"
              name={field.name}
              checked={tell === option}
              onChange={() => field.onChange(option)}
              onBlur={field.onBlur}
            />
          </Choice>
        ))}
      </Choices>
    </Section>
  )
}
