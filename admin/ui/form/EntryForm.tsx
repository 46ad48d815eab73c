import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './EntryForm.module.css'
import { FormFailure } from './FormFailure.tsx'

/**
 * One of the small forms before the back office. Rendered on the server too: submitted before its
 * script has loaded, the form is marked `data-early` (NeedsScript.astro) and sent on hydration.
 */
export function EntryForm({
  title,
  about,
  notice,
  failure,
  button,
  busyButton,
  onSubmit,
  below,
  children,
}: {
  title: string
  about: string
  /** What went well before. */
  notice?: string | undefined
  /** What is wrong with the form as a whole. */
  failure?: ReactNode
  button: string
  busyButton: string
  /** Answers whether the page is about to be left: then the form stays busy. */
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
  useEffect(() => submitEarly(), [])

  return (
    <div className={styles.entry}>
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
        {children}
        <button type="submit" className="button primary" aria-disabled={busy || undefined}>
          {busy ? busyButton : button}
        </button>
      </form>
      {below && <div className={styles.below}>{below}</div>}
    </div>
  )
}

/** Puts the focus into the field of this name. */
export const focusOn = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

/** What is left when the form has done its work, or cannot: the focus goes to the heading, so that it is heard. */
export function EntryMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.entry}>
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h1>
      <div className={styles.message}>{children}</div>
    </div>
  )
}
