import type { ReactNode } from 'react'
import styles from './Choices.module.css'

/** A group of check boxes or radio buttons, as many in a line as fit. `id` is the field's name. */
export const Choices = ({
  id,
  legend,
  children,
}: {
  id: string
  legend: string
  children: ReactNode
}) => (
  <fieldset id={id} className="field" tabIndex={-1}>
    <legend className={`label ${styles.legend}`}>{legend}</legend>
    <div className={styles.choices}>{children}</div>
  </fieldset>
)

export const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the children are its input
  <label className={styles.choice}>
    {children} {label}
  </label>
)
