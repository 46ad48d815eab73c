import { Reasons } from '../rejection-reasons/Reasons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StepsEditor } from './StepsEditor.tsx'

/** The steps of the company: those of each job that has none of its own. */
export default function HiringSteps() {
  return (
    <>
      <PageHeader
        title="Hiring Steps"
        description="What happens inside a status, such as a phone call or a trial day. Jobs can have their own. A step can send an email to those who enter it; without one it sends nothing."
      />
      <div className="stack gap-7">
        <StepsEditor job={null} />
        <Reasons />
      </div>
    </>
  )
}
