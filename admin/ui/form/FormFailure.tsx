import type { ReactNode } from 'react'

/** What is wrong with a form as a whole, said aloud; nothing while nothing is. */
export const FormFailure = ({ children }: { children: ReactNode }) =>
  children && (
    <div className="notice red" role="alert">
      <strong>{children}</strong>
    </div>
  )
