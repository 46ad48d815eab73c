import { type Tell, tells } from '#api/hiring/applications/contract/status.ts'
import { notifyLabel } from '../applications/notify/words.ts'
import { Field } from '../ui/form/Field.tsx'
import { useAccountSetting } from './use-account-setting.ts'

export function Decisions() {
  const [tell, save] = useAccountSetting('tell')
  return (
    <Field
      label="When I decide on an application"
      htmlFor="tell"
      help="What happens with the candidate unless the job, or you, choose otherwise."
    >
      {(control) => (
        <select
          className="input"
          {...control}
          value={tell ?? 'never'}
          onChange={({ target }) => save(target.value as Tell)}
        >
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
