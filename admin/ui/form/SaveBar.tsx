import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './SaveBar.module.css'

type Props = {
  /** Why saving has failed, in words. */
  failure?: ReactNode
  /** The buttons, the main one last. */
  children: ReactNode
}

/** The buttons that save a form, at its end on the right, in view as long as the form is. */
export function SaveBar({ failure, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    const form = element?.parentElement
    return () => {
      // The button that was pressed is gone: go on from the form.
      if (!form || !element.contains(document.activeElement)) return
      form.tabIndex = -1
      form.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={bar} className={`line wrap ${styles.bar}`} data-save-bar>
      {failure && (
        <div className={`notice red ${styles.failure}`} role="alert">
          <strong>{failure}</strong>
        </div>
      )}
      {children}
    </div>
  )
}

/** A bar that is there while a form of settings has changes, or while they could not be saved. */
export function ChangesBar({
  state: { form, isDirty },
  failure,
  action,
  onDiscard,
  onSave,
}: Omit<Props, 'children'> & {
  state: { form: { formState: { isSubmitting: boolean } }; isDirty: boolean }
  action: string
  onDiscard: () => void
  /** Without it the button submits the form around the bar. */
  onSave?: () => void
}) {
  const { isSubmitting } = form.formState
  if (!isDirty && !isSubmitting && !failure) return null
  return (
    <SaveBar failure={failure}>
      <button type="button" className="button" onClick={onDiscard}>
        Discard changes
      </button>
      <button
        type={onSave ? 'button' : 'submit'}
        className="button primary"
        aria-disabled={isSubmitting}
        onClick={onSave}
      >
        {isSubmitting ? 'Saving...' : action}
      </button>
    </SaveBar>
  )
}
