import { Navigate } from '@tanstack/react-router'

/** The address of the New Application dialog, which opens over the list. */
export default function OpenManual() {
  return <Navigate to="/applications" search={{ new: 1 }} replace />
}
