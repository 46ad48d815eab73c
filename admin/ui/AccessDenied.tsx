import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { PageHeader } from './PageHeader.tsx'

export const AccessDenied = () => (
  <>
    <PageHeader
      title="Access Denied"
      icon={<Lock size={24} strokeWidth={1.75} aria-hidden />}
      description="You don't have access to this page. Ask an admin to give you access."
    />
    <Link className="button primary" to="/dashboard">
      Return to Dashboard
    </Link>
  </>
)
