import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './AuthForm.module.css'
import { FormFailure } from './FormFailure.tsx'

/**
 * A form of the sign-in pages, also rendered on the server. NeedsScript.astro marks a form
 * submitted before its script has loaded with `data-early`; it is submitted on hydration.
 */
export function AuthForm({
  title,
  about,
  notice,
  failure,
  above,
  button,
  busyButton,
  onSubmit,
  below,
  children,
}: {
  title: string
  about: string
  /** Shown above the form, for example after a password reset. */
  notice?: string | undefined
  /** An error of the form as a whole. */
  failure?: ReactNode
  /** Another way in, above the fields. */
  above?: ReactNode
  button: string
  busyButton: string
  /** Resolves to true when the page is about to be left: the form then stays busy. */
  onSubmit: (form: HTMLFormElement) => Promise<boolean>
  below?: ReactNode
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  async function submit(form: HTMLFormElement) {
    if (busy) return
    setBusy(true)
    if (!(await onSubmit(form))) setBusy(false)
  }
  const submitEarly = useEffectEvent(() => {
    if (form.current?.dataset.early === undefined) return
    delete form.current.dataset.early
    void submit(form.current)
  })
  useEffect(() => {
    // Unless the person was faster than the script.
    if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('input, button')?.focus()
    submitEarly()
  }, [])

  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.about}>{about}</p>
      <form
        ref={form}
        method="post"
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {notice && (
          <p className="notice" role="status">
            {notice}
          </p>
        )}
        <FormFailure>{failure}</FormFailure>
        {above}
        {children}
        <button type="submit" className="button primary" aria-disabled={busy || undefined}>
          {busy ? busyButton : button}
        </button>
      </form>
      {below && <div className={styles.below}>{below}</div>}
    </div>
  )
}

export const focusOn = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

/** A message in place of the form. Focuses the heading, so that a screen reader announces it. */
export function AuthMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h1>
      <div className={styles.message}>{children}</div>
    </div>
  )
}
