import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import {
  type ApplicationStatus,
  applicationStatuses,
  type Tell,
} from '#api/hiring/applications/contract/status.ts'
import { useCommands } from '../../lib/commands.ts'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'
import { dismiss, lastWithUndo, toast } from '../../lib/toasts.ts'
import { statusLabel } from '../../status/StatusBadge.tsx'
import type { MenuAction } from '../../ui/list/MenuButton.tsx'
import { PanelTabs, TabPanel } from '../../ui/list/PanelTabs.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { focusToastChoice } from '../../ui/toast/Toaster.tsx'
import { Activity } from '../activity/Activity.tsx'
import { Conversation } from '../conversation/Conversation.tsx'
import { type Kind, openComposer } from '../conversation/open-composer.ts'
import { Evaluations } from '../evaluations/Evaluations.tsx'
import { useEvaluationCount } from '../evaluations/use-evaluation-count.ts'
import { InfectedNotice } from '../files/InfectedNotice.tsx'
import { Interviews } from '../interviews/Interviews.tsx'
import { DecisionSentence } from '../notify/DecisionSentence.tsx'
import { NoTemplate, useLacksTemplate } from '../notify/DecisionTemplate.tsx'
import { useAnswer } from '../notify/use-answer.ts'
import { useNotify } from '../notify/use-notify.ts'
import { type Application, applicationDetailQuery, prefetchApplication } from '../queries.ts'
import { focusReasonSelect, ReasonSelect } from '../reasons/ReasonSelect.tsx'
import { Resumes } from '../resume/Resumes.tsx'
import { ResumeView } from '../resume/ResumeView.tsx'
import { SpamNotice } from '../spam/SpamNotice.tsx'
import type { StepChange, useSetStatus } from '../status/use-set-status.ts'
import { openStepMenu, StepMenu, useStepActions } from '../steps/StepMenu.tsx'
import { openTagPicker, TagPicker } from '../tags/TagPicker.tsx'
import { useChanges } from '../use-changes.ts'
import styles from './ApplicationDetail.module.css'
import { DecisionBar, nextAfterDecision } from './DecisionBar.tsx'
import { HoldNotice } from './LegalHold.tsx'
import { Neighbors } from './Neighbors.tsx'
import { PrintedEvaluations } from './PrintedEvaluations.tsx'
import { ApplicationPanel, EditLink } from './panel/ApplicationPanel.tsx'
import { RecordActions } from './RecordActions.tsx'
import { TopBar } from './TopBar.tsx'
import { tabLabel, useTabs } from './tabs.ts'
import { type Neighbors as Around, useNeighbors } from './use-neighbors.ts'
import { useSeen } from './use-shown.ts'

/** One application, to read and decide on. */
export function Review({
  application,
  shownNext,
  setStatus,
  onGo,
}: {
  application: Application
  /** The id of the one to show; another one's while that application loads. */
  shownNext: number
  setStatus: ReturnType<typeof useSetStatus>
  onGo: (id: number) => unknown
}) {
  const { id, resume_type } = application
  // Nothing acts on an application that is being left; only the way to the next one keeps the focus.
  const isLeaving = shownNext !== id
  const isWide = useMediaQuery('(min-width: 64rem)')
  const isRoomy = useMediaQuery('(min-width: 80rem)')
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const hasResumeTab = !isWide && resume_type !== null
  const { tabs, tab, open } = useTabs(application, { hasResumeTab })
  const { unread_messages } = application
  const counts: Partial<Record<string, string | undefined>> = {
    evaluation: useEvaluationCount(application),
    conversation: unread_messages ? `${unread_messages} new` : undefined,
  }
  const rule = useNotify(application)
  const { tell } = rule
  const answer = useAnswer(application)
  const lacksTemplate = useLacksTemplate(tell)
  const [refused, setRefused] = useState<{ id: number; status: ApplicationStatus; tell: Tell }>()
  /** Of whom the resume was asked for by key: it gets the focus once it is ready. */
  const [focused, setFocused] = useState<number>()
  const [previewed, setPreviewed] = useState<ApplicationStatus>()
  const neighbors = useNeighbors(shownNext)
  const isGoingOn = nextAfterDecision.use()
  const upcoming = useUpcoming(neighbors, isGoingOn ? undefined : 1)
  const isSeen = useSeen(id)
  useChanges(id)
  const { isPending, variables } = setStatus
  const saving = isPending && variables.application.id === id ? variables.status : undefined
  const search = useSearch({ strict: false })

  function step(way: 'next' | 'previous') {
    const to = neighbors[way]
    if (to) onGo(to)
    else say(noNeighbor(way, neighbors))
  }

  const refuse = (status: ApplicationStatus) => setRefused({ id, status, tell })

  /** Whether this person is on screen; else says that nothing happened. */
  function isAtHand() {
    if (!isLeaving && isSeen()) return true
    say('The next application is still being shown: nothing was decided. Press again.')
    return false
  }

  function decide(status: ApplicationStatus) {
    if (!isAtHand()) return
    if (status === application.status)
      return say(`${application.first_name} is ${statusLabel[status]} already.`)
    if (saving) return say('The last decision is still being saved.')
    const goesOn = nextAfterDecision.read()
    if (lacksTemplate(status)) return refuse(status)
    setRefused(undefined)
    setStatus.mutate({
      application,
      status,
      tell,
      hasReasonBeside: !(goesOn && neighbors.next),
      ...(!goesOn && { onNoTemplate: refuse }),
    })
    if (goesOn && neighbors.next) onGo(neighbors.next)
  }

  function move(step: StepChange | null) {
    if (saving || !isAtHand()) return
    setRefused(undefined)
    const status = step?.status ?? application.status
    setStatus.mutate({ application, status, step, hasReasonBeside: true, ...(step && { tell }) })
  }

  /** Opens the tab at that many places from the open one. */
  const openBeside = (places: number) => {
    const to = tabs[(tabs.indexOf(tab) + places + tabs.length) % tabs.length]
    if (to) open(to)
  }

  /** Of the one that was just rejected and left, else of this one. */
  function chooseReason() {
    if (focusToastChoice()) return
    if (application.status === 'rejected') focusReasonSelect()
    else say('Reasons are for rejected applications.')
  }

  function openResume() {
    setFocused(id)
    if (!isWide) open('resume')
    document.querySelector<HTMLElement>('main section:not([inert]) iframe')?.focus()
  }
  function write(kind: Kind) {
    open('conversation')
    openComposer(kind)
  }

  useCommands([
    { key: 'j', label: 'Next application', run: () => step('next') },
    { key: 'k', label: 'Previous application', run: () => step('previous') },
    ...applicationStatuses.map((status, place) => ({
      key: String(place + 1),
      label: `Move to ${statusLabel[status]}`,
      run: () => decide(status),
    })),
    { key: 's', label: 'Choose a step', run: openStepMenu },
    { key: 'w', label: 'Choose a reason for rejection', run: chooseReason },
    { key: 'z', label: 'Undo the last decision', run: undoLast },
    { key: '[', label: 'Previous tab', run: () => openBeside(-1) },
    { key: ']', label: 'Next tab', run: () => openBeside(1) },
    { key: 'c', label: 'Write a comment', run: () => write('comment') },
    { key: 'e', label: 'Write an email', run: () => write('email') },
    { key: 'm', label: 'Write a message', run: () => write('message') },
    { key: 't', label: 'Choose tags', run: openTagPicker },
    ...(resume_type ? [{ key: 'r', label: 'Go to the resume', run: openResume }] : []),
    { key: 'Ctrl+Enter', label: 'Save the comment, notes or evaluation you write' },
    { key: 'Esc', label: 'Leave the text you write, which is kept' },
  ])

  const steps = useStepActions({ application, tell, onMove: move })
  // What the bar has no room for.
  const more: MenuAction[] = [...answer.actions, ...(isPhone ? steps : [])]
  const goOn: MenuAction[] = [
    ...((!isRoomy || !rule.by) && neighbors.position
      ? [
          {
            word: 'Go to next after deciding',
            current: isGoingOn,
            onClick: () => nextAfterDecision.set(!isGoingOn),
          },
        ]
      : []),
  ]
  const tags = <TagPicker application={application} />
  return (
    <>
      <TopBar
        {...{ application, isLeaving }}
        neighbors={neighbors.position && <Neighbors {...{ neighbors, search }} />}
        tags={!isPhone && tags}
        actions={
          <RecordActions
            key={id}
            {...{ application, isPhone }}
            onEmail={() => write('email')}
            {...{ more, goOn }}
          />
        }
      />
      <div className={styles.panes} data-alone={!resume_type || !isWide || undefined}>
        {isWide && (
          <Resumes current={application} upcoming={upcoming} takesFocus={focused === id} />
        )}
        <div className={styles.pane} inert={isLeaving}>
          <PanelTabs
            label="Parts of the application"
            tabs={tabs.map((id) => ({
              id,
              label: tabLabel[id],
              count: counts[id],
            }))}
            current={tab}
            onChange={open}
          />
          <Notices key={`notices-${id}`} application={application} />
          <TabPanel key={`resume-${id}`} id="resume" current={tab} className={styles.panel}>
            <OwnResume application={application} takesFocus={focused === id} />
          </TabPanel>
          <TabPanel
            key={`application-${id}`}
            id="application"
            current={tab}
            stays
            className={`${styles.panel} ${styles.sheet}`}
          >
            <ApplicationPanel
              application={application}
              hasResumeTab={hasResumeTab}
              onShow={() => open('application')}
              more={
                isPhone && (
                  <div className="row wrap">
                    <EditLink id={id} />
                    {tags}
                  </div>
                )
              }
            />
          </TabPanel>
          <TabPanel key={`evaluation-${id}`} id="evaluation" current={tab} className={styles.panel}>
            <Evaluations application={application} />
          </TabPanel>
          <TabPanel
            key={`conversation-${id}`}
            id="conversation"
            current={tab}
            className={styles.panel}
          >
            <Conversation application={application} />
          </TabPanel>
          <TabPanel key={`interviews-${id}`} id="interviews" current={tab} className={styles.panel}>
            <Interviews application={application} />
          </TabPanel>
          <TabPanel key={`activity-${id}`} id="activity" current={tab} className={styles.panel}>
            <Activity application={application} />
          </TabPanel>
          <PrintedEvaluations key={`printed-${id}`} id={id} />
        </div>
      </div>
      <DecisionBar
        current={application.status}
        {...{ saving, isLeaving }}
        onSet={decide}
        onPreview={setPreviewed}
        step={
          <>
            {!isPhone && <StepMenu key={id} application={application} tell={tell} onMove={move} />}
            <ReasonSelect key={`reason-${id}`} application={application} tell={tell} />
          </>
        }
        goesOn={neighbors.position !== undefined && rule.by !== null}
      >
        <DecisionSentence
          key={id}
          {...{ application, rule, previewed, answer }}
          refusal={
            refused?.id === id && refused.tell === tell && <NoTemplate status={refused.status} />
          }
        />
      </DecisionBar>
    </>
  )
}

/** What must be known before anything is done, whichever tab is open. */
const Notices = ({ application }: { application: Application }) => (
  <div className={styles.notices}>
    {application.withdrawn_at && (
      <p className="notice">
        {application.first_name} withdrew this application on{' '}
        <Moment at={application.withdrawn_at} />.
      </p>
    )}
    <HoldNotice application={application} />
    <InfectedNotice application={application} />
    <SpamNotice application={application} />
  </div>
)

/** Where there is no room beside the text. */
const OwnResume = ({
  application,
  takesFocus,
}: {
  application: Application
  takesFocus: boolean
}) =>
  application.resume_type && (
    <section className={styles.resume} aria-label={`${fullName(application)}'s resume`}>
      <ResumeView
        application={application}
        type={application.resume_type}
        takesFocus={takesFocus}
        onEscape={() => document.querySelector<HTMLElement>('[role="tab"][tabindex="0"]')?.focus()}
      />
    </section>
  )

/**
 * Reads the next application and those after it ahead, `count` in all, and returns the first. Each
 * counts as viewed: more than one are read only while decisions lead on.
 */
function useUpcoming({ next, upcoming = [] }: Around, count?: number) {
  const client = useQueryClient()
  const ids = upcoming.slice(0, count).join(' ')
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean))
      prefetchApplication(client, Number(id)).catch(() => null)
  }, [client, ids])
  // Only read from the cache: a decision must not read it again.
  const { data } = useQuery({ ...applicationDetailQuery(next ?? 0), enabled: false })
  return data
}

/** Why a key does nothing. */
const say = (message: string) => void toast({ message, kind: 'info' })

const noNeighbor = (way: 'next' | 'previous', { position }: Around) =>
  position
    ? `This is the ${way === 'next' ? 'last' : 'first'} application of the list.`
    : 'J and K move through a list. Open an application from the list first.'

function undoLast() {
  const last = lastWithUndo()
  if (!last?.undo) return say('There is nothing to undo.')
  dismiss(last.id)
  last.undo()
}
