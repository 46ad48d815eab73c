import { PageHeader } from '../ui/PageHeader.tsx'

export default function Interviews() {
  return <PageHeader title="Interviews" />
}
