import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useSearchParams } from '../../lib/hooks/use-search-params.ts'
import { interviewsQuery } from '../interviews/queries.ts'
import type { Application } from '../queries.ts'

export const tabLabel = {
  resume: 'Resume',
  application: 'Application',
  evaluation: 'Evaluation',
  conversation: 'Conversation',
  interviews: 'Interviews',
  activity: 'Activity',
} as const

type RecordTab = keyof typeof tabLabel

const all = Object.keys(tabLabel) as RecordTab[]

/** Whether times for an interview can be proposed. */
export const canPropose = ({
  status,
  withdrawn_at,
}: Pick<Application, 'status' | 'withdrawn_at'>) => status !== 'rejected' && withdrawn_at === null

/**
 * The tabs of a record, the open one, and a function that opens one. The address keeps it, so that
 * it stays open on the way to the next application, also where one has no such tab.
 */
export function useTabs(application: Application, { hasResumeTab }: { hasResumeTab: boolean }) {
  const [search, setSearch] = useSearchParams(`/applications/${application.id}`)
  const hash = useLocation({ select: ({ hash }) => hash })
  const { data: interviews } = useQuery(interviewsQuery(application.id))
  const hasInterviews = canPropose(application) || Boolean(interviews?.length)
  const tabs = all.filter(
    (tab) => (tab !== 'resume' || hasResumeTab) && (tab !== 'interviews' || hasInterviews),
  )
  // Emails that were sent before there were tabs lead to #messages.
  const wanted = search.tab ?? (hash === 'messages' ? 'conversation' : undefined)
  const tab = tabs.find((one) => one === wanted) ?? 'application'
  const open = (to: RecordTab) => {
    const { tab: _, ...others } = search
    void setSearch({ ...others, ...(to !== 'application' && { tab: to }) }, { replace: true })
  }
  return { tabs, tab, open }
}
