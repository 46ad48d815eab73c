import type { ReactNode } from 'react'

/** An error of the whole form, announced to screen readers; renders nothing without children. */
export const FormFailure = ({ children }: { children: ReactNode }) =>
  children && (
    <div className="notice red" role="alert">
      <strong>{children}</strong>
    </div>
  )
