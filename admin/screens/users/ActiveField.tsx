import { Controller } from 'react-hook-form'
import { FieldError } from '../../ui/Field.tsx'
import styles from '../jobs/JobEditor.module.css'
import type { UserFormState } from './use-user-form.ts'

export const ActiveField = ({ form, isOwn }: { form: UserFormState; isOwn: boolean }) => (
  <Controller
    control={form.control}
    name="is_active"
    render={({ field: { value, onChange, ...field }, fieldState }) => (
      <div className={styles.active}>
        <input
          type="checkbox"
          id="is_active"
          aria-describedby={fieldState.error ? 'is_active-help is_active-error' : 'is_active-help'}
          {...field}
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
          disabled={isOwn}
        />
        <div>
          <label htmlFor="is_active">Active</label>
          <p className="help" id="is_active-help">
            {isOwn ? 'You cannot deactivate yourself' : 'Active users can sign in.'}
          </p>
          <FieldError id="is_active-error" message={fieldState.error?.message} />
        </div>
      </div>
    )}
  />
)
