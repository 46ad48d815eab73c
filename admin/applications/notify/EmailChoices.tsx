import { type Tell, tells } from '#api/hiring/applications/contract/status.ts'
import { Field } from '../../ui/form/Field.tsx'
import type { Application } from '../queries.ts'
import { useOwnChoice, useSiteChoice } from './use-decision-email.ts'
import type { NotifyRule } from './use-notify.ts'
import { notifyLabel } from './words.ts'

/** Where a decision's email is chosen: for this application, for one's own decisions, for all. */
export function EmailChoices({
  application: { first_name, usual_tell, usual_tell_by },
  rule,
}: {
  application: Application
  rule: NotifyRule
}) {
  const site = useSiteChoice()
  const own = useOwnChoice()
  const usual = notifyLabel[usual_tell ?? 'never']
  const because =
    usual_tell_by === 'withdrawal'
      ? `${first_name} withdrew`
      : usual_tell_by === 'job'
        ? 'chosen for this job'
        : 'as usual'
  return (
    <>
      <Choice
        label="Email the candidate"
        none={`${usual} (${because})`}
        value={rule.by === 'exception' ? rule.tell : null}
        onChange={(tell) => rule.except(tell ?? undefined)}
      />
      <Choice
        label="My decisions"
        none="As chosen for all"
        value={own.choice}
        onChange={own.choose}
      />
      {site.mayChange && site.choice !== undefined && (
        <Choice
          label="All decisions"
          none="Nobody has chosen"
          value={site.choice}
          onChange={(tell) => site.choose(tell)}
        />
      )}
    </>
  )
}

function Choice({
  label,
  none,
  value,
  onChange,
}: {
  label: string
  /** What it means that nothing is chosen here. */
  none: string
  value: Tell | null
  onChange: (tell: Tell | null) => void
}) {
  return (
    <Field label={label} htmlFor={`tell-${label.replaceAll(' ', '-')}`}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value ?? ''}
          onChange={({ target }) => onChange((target.value || null) as Tell | null)}
        >
          <option value="">{none}</option>
          {tells.map((tell) => (
            <option key={tell} value={tell}>
              {notifyLabel[tell]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
