import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useLayoutEffect } from 'react'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import {
  secondFactorCode,
  secondFactorProof,
  secondFactorStart,
} from '#api/accounts/auth/contract.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { usesPassword } from '../lib/session.ts'
import { CompanyProof } from '../session/CompanyProof.tsx'
import type { Proof } from '../session/second-factor.ts'
import { CodeInput } from '../ui/form/CodeInput.tsx'
import { Field } from '../ui/form/Field.tsx'
import { FormFailure } from '../ui/form/FormFailure.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import styles from './SecondFactor.module.css'

type Typed = Partial<Proof>

const variants = {
  password: { schema: secondFactorStart, empty: { currentPassword: '' } },
  code: { schema: secondFactorCode, empty: { code: '' } },
  both: { schema: secondFactorProof, empty: { currentPassword: '', code: '' } },
}

/**
 * Requires the password, a code, or both, before changing two-step sign-in. `failed` is the error
 * message ('Failed to …'); field errors appear below their fields.
 */
export function ProofForm({
  requires,
  email,
  action,
  failed,
  send,
  onCancel,
  danger = false,
  children,
}: {
  requires: keyof typeof variants
  email: string
  action: string
  failed: string
  send: (typed: Proof) => Promise<void>
  onCancel?: (() => void) | undefined
  danger?: boolean
  children?: ReactNode
}) {
  const hasPassword = usesPassword(usePerson())
  const { schema, empty } = variants[requires]
  const resolver = zodResolver(schema) as Resolver<Typed, unknown, Typed>
  const state = useEntityForm({
    kind: 'proof',
    stored: undefined,
    valuesOf: (): Typed => (hasPassword ? empty : { ...empty, currentPassword: undefined }),
    resolver,
    draftName: null,
  })
  const { form } = state
  const { isSubmitting } = form.formState
  const saving = useSave(state, {
    save: ({ currentPassword = '', code = '' }) => send({ currentPassword, code }),
    messageOf: () => '',
    failed,
  })
  const { setFocus } = form
  // The button that opened the form is gone. Before a code, the instructions get the focus.
  useLayoutEffect(() => {
    if (requires !== 'code' && hasPassword) setFocus('currentPassword')
  }, [requires, setFocus, hasPassword])

  return (
    <form className="stack gap-5" onSubmit={saving.submit} noValidate>
      {children}
      <Fields requires={requires} form={form} email={email} hasPassword={hasPassword} />
      <FormFailure>
        {saving.failure ?? (!hasPassword && form.formState.errors.currentPassword?.message)}
      </FormFailure>
      <div className={`line wrap gap-3 ${styles.actions}`}>
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button
          type="submit"
          className={`button ${danger ? 'danger' : 'primary'}`}
          aria-disabled={isSubmitting}
        >
          {isSubmitting ? 'Please wait...' : action}
        </button>
      </div>
    </form>
  )
}

function Fields({
  requires,
  form: { register, formState },
  email,
  hasPassword,
}: {
  requires: keyof typeof variants
  form: UseFormReturn<Typed, unknown, Typed>
  email: string
  hasPassword: boolean
}) {
  const { currentPassword, code } = formState.errors
  return (
    <>
      {requires !== 'code' && !hasPassword && <CompanyProof />}
      {requires !== 'code' && hasPassword && (
        <>
          {/* Tells password managers which account to fill in. */}
          <input type="text" hidden readOnly autoComplete="username" value={email} />
          <PasswordField
            id="password-for-code"
            label="Current password *"
            error={currentPassword?.message}
            {...register('currentPassword')}
          />
        </>
      )}
      {requires !== 'password' && (
        <Field
          label={requires === 'both' ? 'Code *' : 'Code from the app *'}
          htmlFor="code"
          error={code?.message}
          help={requires === 'both' && 'From your authenticator app, or a recovery code.'}
        >
          {(control) => (
            <CodeInput {...control} anyKind={requires === 'both'} {...register('code')} />
          )}
        </Field>
      )}
    </>
  )
}
