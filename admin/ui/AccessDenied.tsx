import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { PageHeader } from './PageHeader.tsx'

export const AccessDenied = () => (
  <>
    <PageHeader
      title="Access Denied"
      icon={<Lock size={24} strokeWidth={1.75} aria-hidden />}
      description="You do not have permission to see this. Whoever manages users here can give it to you."
    />
    <Link className="button primary" to="/dashboard">
      Return to Dashboard
    </Link>
  </>
)
