import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { PagedList, usePageNumber } from '../ui/list/PagedList.tsx'
import { Tabs } from '../ui/list/Tabs.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty } from '../ui/States.tsx'
import { MailRow, stateLabel } from './MailRow.tsx'
import { NoMailServer } from './NoMailServer.tsx'
import styles from './Outbox.module.css'
import { PauseNotice } from './PauseNotice.tsx'
import { mailListQuery, outboxStatusQuery, type Tab, tabs } from './queries.ts'

const path = '/mail'

/** Which mail the address asks for; what makes no sense there is all of it. */
function useTab(): Tab {
  const { state } = useSearch({ strict: false }) as { state?: string }
  return tabs.find((tab) => tab === state) ?? 'all'
}

const searchFor = (tab: Tab): Record<string, string> => (tab === 'all' ? {} : { state: tab })

const nothing: Record<Tab, { title: string; text: string }> = {
  all: {
    title: 'No mail yet',
    text: 'Whoever applies gets a confirmation, and the contact address of the site a notice. Each of them appears here.',
  },
  waiting: { title: 'No mail is waiting', text: 'All there was to send has been tried.' },
  sent: { title: 'No mail has been sent yet', text: 'What the mail server accepted appears here.' },
  failed: { title: 'No mail has failed', text: 'What could not be delivered appears here.' },
}

/** What the site mails to applicants and staff, for administrators: where each mail is, not what it says. */
export default function Outbox() {
  const tab = useTab()
  const page = usePageNumber()
  const { data: status } = useQuery(outboxStatusQuery)
  const list = useQuery(mailListQuery(tab, page))
  const counts = status && { ...status, all: status.waiting + status.sent + status.failed }
  return (
    <>
      <PageHeader
        title="Outgoing Mail"
        description="What the site sends by itself, and whether it got away."
      />
      {status && !status.mail_server && <NoMailServer />}
      {status?.paused_since && <PauseNotice status={status} />}
      <Tabs
        label="State"
        tabs={tabs.map((state) => ({
          label: stateLabel[state],
          to: path,
          search: searchFor(state),
          current: state === tab,
          count: counts?.[state],
        }))}
      />
      <div className={styles.list}>
        <PagedList
          path={path}
          filters={searchFor(tab)}
          page={page}
          list={list}
          failed="Failed to load the mail"
          empty={
            <Empty icon={MailCheck} title={nothing[tab].title}>
              {nothing[tab].text}
            </Empty>
          }
        >
          {(mail) => (
            <MailRow
              key={mail.id}
              mail={mail}
              paused={Boolean(status?.paused_since)}
              hasMailServer={status?.mail_server ?? false}
            />
          )}
        </PagedList>
      </div>
    </>
  )
}
