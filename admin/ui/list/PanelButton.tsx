import type { ComponentProps, ReactNode } from 'react'
import { Popover } from '../popover/Popover.tsx'
import styles from './PanelButton.module.css'

/** A button that opens a panel of fields, of which the first gets the focus. */
export const PanelButton = ({
  label,
  panel,
  ...button
}: ComponentProps<'button'> & {
  /** The panel's name. */
  label: string
  panel: ReactNode
}) => (
  <Popover
    role="dialog"
    label={label}
    className={styles.panel}
    button={(opens) => <button {...button} {...opens} type="button" />}
    onOpen={(element) => element.querySelector<HTMLElement>('input, select')?.focus()}
  >
    {panel}
  </Popover>
)
