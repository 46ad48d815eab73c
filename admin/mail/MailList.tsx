import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { PagedList, usePageNumber } from '../ui/list/PagedList.tsx'
import { Tabs } from '../ui/list/Tabs.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loading } from '../ui/States.tsx'
import styles from './MailList.module.css'
import { MailRow, stateLabel } from './MailRow.tsx'
import { NoMailServer } from './NoMailServer.tsx'
import { PauseNotice } from './PauseNotice.tsx'
import { type MailStatus, mailListQuery, mailStatusQuery, type Tab, tabs } from './queries.ts'

const path = '/email'

/** The tab in the URL; All if invalid. */
function useTab(): Tab {
  const { state } = useSearch({ strict: false }) as { state?: string }
  return tabs.find((tab) => tab === state) ?? 'all'
}

const searchFor = (tab: Tab): Record<string, string> => (tab === 'all' ? {} : { state: tab })

const nothing: Record<Tab, { title: string; text: string }> = {
  all: {
    title: 'No emails yet',
    text: 'When someone applies, they get a confirmation and you get a notice. Both appear here.',
  },
  waiting: { title: 'No emails are waiting', text: 'Nothing waiting to be sent.' },
  sent: { title: 'No emails sent yet', text: 'Emails accepted by your mail server appear here.' },
  failed: {
    title: 'No emails have failed',
    text: "Emails that couldn't be delivered appear here.",
  },
}

/** Delivery status of automatic emails, without their content. Admins only. */
export default function MailList() {
  const { data: status, isPending } = useQuery(mailStatusQuery)
  return (
    <>
      <PageHeader title="Email" description="Every email Foyer has sent." />
      {isPending ? <Loading /> : <Mails status={status} />}
    </>
  )
}

/** The notices, the tabs and the list. `status` is undefined if it failed to load. */
function Mails({ status }: { status: MailStatus | undefined }) {
  const tab = useTab()
  const page = usePageNumber()
  const list = useQuery(mailListQuery(tab, page))
  const counts = status && { ...status, all: status.waiting + status.sent + status.failed }
  return (
    <>
      {status && !status.mail_server && <NoMailServer />}
      {status?.paused_since && <PauseNotice status={status} />}
      <Tabs
        label="State"
        tabs={tabs.map((state) => ({
          label:
            state === 'failed' && status?.mail_server === false ? 'Not sent' : stateLabel[state],
          to: path,
          search: searchFor(state),
          current: state === tab,
          count: counts?.[state] ?? 'loading',
        }))}
      />
      <div className={styles.list}>
        <PagedList
          path={path}
          filters={searchFor(tab)}
          page={page}
          list={list}
          failed="Failed to load emails"
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
