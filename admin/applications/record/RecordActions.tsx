import { CalendarPlus, Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { toast } from '../../lib/toasts.ts'
import type { MenuAction } from '../../ui/list/MenuButton.tsx'
import { MoreActions } from '../../ui/list/MoreActions.tsx'
import type { Application } from '../queries.ts'
import { DeleteApplication } from './DeleteApplication.tsx'
import { LegalHold, refusalOf } from './LegalHold.tsx'
import { EditLink } from './panel/ApplicationPanel.tsx'
import { ShownNotice } from './ShownNotice.tsx'
import styles from './TopBar.module.css'
import { canPropose } from './tabs.ts'
import { useExport } from './use-export.ts'
import { useMarkUnread } from './use-mark-unread.ts'

const InterviewDialog = lazy(() => import('../interviews/InterviewDialog.tsx'))
const HandOverDialog = lazy(() => import('../shares/HandOver.tsx'))
const InviteDialog = lazy(() => import('../invite/InviteDialog.tsx'))

const belowLine = (hasLine: boolean, actions: MenuAction[]): MenuAction[] =>
  actions.map((action, n) =>
    hasLine && n === 0 ? { ...action, above: <hr className={styles.line} /> } : action,
  )

type Dialog = 'interview' | 'invite' | 'hand-over' | 'hold' | 'delete' | 'notice'

/** What is done with an application besides deciding on it. */
export function RecordActions({
  application,
  isPhone,
  onEmail,
  more,
  goOn,
}: {
  application: Application
  isPhone: boolean
  onEmail: () => void
  /** Further entries of the menu, above a line. */
  more: MenuAction[]
  /** Whether to go on after a decision, where the bar has no room for it. */
  goOn: MenuAction[]
}) {
  const { id, legal_hold, notice_id, status, withdrawn_at } = application
  const person = usePerson()
  const reviewsAll = may(person, 'review_applications')
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const exported = useExport(id)
  const markUnread = useMarkUnread(id)
  const withdrawal = application.withdrawn_at
    ? `${application.first_name} withdrew and is not invited`
    : undefined
  const refusal = refusalOf(application, person)
  const email = { word: 'Email', onClick: onEmail }
  const propose = { word: 'Propose times', onClick: () => setDialog('interview') }
  return (
    <>
      {!isPhone && (
        <>
          <button type="button" className={`button ${styles.named}`} onClick={email.onClick}>
            <Mail size={16} aria-hidden /> <span>{email.word}</span>
          </button>
          {canPropose(application) && (
            <button type="button" className={`button ${styles.named}`} onClick={propose.onClick}>
              <CalendarPlus size={16} aria-hidden /> <span>{propose.word}</span>
            </button>
          )}
          <EditLink id={id} />
        </>
      )}
      <MoreActions
        name={fullName(application)}
        actions={[
          ...more,
          ...belowLine(more.length > 0, [
            ...goOn,
            ...(isPhone ? [email, ...(canPropose(application) ? [propose] : [])] : []),
            { word: 'Mark as unread', onClick: markUnread },
            {
              word: 'Invite to another job…',
              note: withdrawal,
              onClick: () =>
                withdrawal ? toast({ message: withdrawal, kind: 'info' }) : setDialog('invite'),
            },
            ...(status === 'selected' && !withdrawn_at
              ? [{ word: 'Hand over…', onClick: () => setDialog('hand-over') }]
              : []),
            ...(notice_id
              ? [{ word: 'Privacy notice they saw', onClick: () => setDialog('notice') }]
              : []),
            ...(reviewsAll
              ? [
                  { word: 'Export this person’s data', onClick: exported },
                  {
                    word: legal_hold ? 'Lift legal hold' : 'Put on legal hold',
                    note: refusal,
                    onClick: () =>
                      refusal ? toast({ message: refusal, kind: 'info' }) : setDialog('hold'),
                  },
                  { word: 'Delete application', onClick: () => setDialog('delete') },
                ]
              : []),
          ]),
        ]}
      />
      {dialog === 'interview' && (
        <Suspense>
          <InterviewDialog application={application} interview={undefined} onClose={close} />
        </Suspense>
      )}
      {dialog === 'invite' && (
        <Suspense>
          <InviteDialog application={application} onClose={close} />
        </Suspense>
      )}
      {dialog === 'hand-over' && (
        <Suspense>
          <HandOverDialog application={application} onClose={close} />
        </Suspense>
      )}
      {dialog === 'hold' && <LegalHold application={application} onClose={close} />}
      {dialog === 'delete' && <DeleteApplication application={application} onClose={close} />}
      {dialog === 'notice' && notice_id && <ShownNotice id={notice_id} onClose={close} />}
    </>
  )
}
