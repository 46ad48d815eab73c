import type { ReactNode } from 'react'
import { FieldError } from '../../ui/form/Field.tsx'
import styles from './Choices.module.css'

/** A group of check boxes or radio buttons, as many in a line as fit. `id` is the field's name. */
export const Choices = ({
  id,
  legend,
  error,
  children,
}: {
  id: string
  legend: string
  error?: string | undefined
  children: ReactNode
}) => (
  <fieldset id={id} className="field" tabIndex={-1} aria-describedby={`${id}-error`}>
    <legend className={`label ${styles.legend}`}>{legend}</legend>
    <div className="line wrap">{children}</div>
    <FieldError id={`${id}-error`} message={error} />
  </fieldset>
)

export const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the children are its input
  <label className={styles.choice}>
    {children} {label}
  </label>
)
