import { type Tell, tells } from '#api/hiring/applications/contract/status.ts'
import { notifyLabel } from '../applications/notify/words.ts'
import { useAccountSetting } from '../session/use-account-setting.ts'
import { Field } from '../ui/form/Field.tsx'

export function Decisions() {
  const [tell, save] = useAccountSetting('tell')
  return (
    <Field
      label="When I decide on an application"
      htmlFor="tell"
      help="What happens with the candidate unless the job, or you for one of them, choose otherwise."
    >
      {(control) => (
        <select
          className="input"
          {...control}
          value={tell ?? ''}
          onChange={({ target }) => save((target.value || null) as Tell | null)}
        >
          <option value="">As chosen for all</option>
          {[...tells].reverse().map((option) => (
            <option key={option} value={option}>
              {notifyLabel[option]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
