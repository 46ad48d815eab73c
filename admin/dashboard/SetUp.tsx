import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { may, type Need } from '#api/accounts/auth/contract/access.ts'
import type { SetupItem } from '#api/office/setup/contract.ts'
import { complaint, retryAfter } from '../lib/api/api.ts'
import { profile, usePerson } from '../lib/hooks/use-person.ts'
import { keepPerson } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { mailServerQuery, noticeWords, sendTestMail } from '../mail/mail-server.ts'
import { saveAccount } from '../session/account.ts'
import { NameStep } from './NameStep.tsx'
import { createPrivacyPage, type SetupStep, setupQuery, skipStep } from './queries.ts'
import styles from './SetUp.module.css'

type Step = {
  title: string
  why: string
  need?: Need
  action?: ReactNode
  /** Done right here. */
  form?: ReactNode
}

const To = ({
  to,
  search = {},
  children,
}: {
  to: string
  search?: object
  children: ReactNode
}) => (
  <Link to={to} search={search} className="button small">
    {children}
  </Link>
)

const wordsOf: Record<SetupItem, Step> = {
  name: {
    title: 'Name and address',
    why: 'Add your company name, a tagline and your site address.',
    form: <NameStep />,
  },
  look: {
    title: 'Appearance',
    why: 'Add your logo and color, and pick a theme.',
    action: <To to="/appearance">Choose a theme</To>,
  },
  mail: {
    title: 'Email',
    why: 'Connect your email, and send yourself a test.',
    action: <TestMail />,
  },
  notices: {
    title: 'Notifications',
    why: 'Choose who gets notified.',
    need: 'review_applications',
    action: <NotifyMe />,
  },
  job: {
    title: 'First job',
    why: 'Publish a job that Google can list.',
    need: 'manage_jobs',
    action: <To to="/jobs/new">Create a job</To>,
  },
  privacy: {
    title: 'Privacy page',
    why: 'Explain how you handle applicants’ data. We link to it from every form.',
    need: 'edit_pages',
    action: <PrivacyPage />,
  },
  colleague: {
    title: 'A colleague',
    why: "So a colleague can step in when you're away.",
    need: 'manage_users',
    action: <To to="/users/new">Invite a colleague</To>,
  },
}

/** The steps of setting up with what to do for each. */
export default function SetUp({
  steps: data,
  onSkip,
}: {
  steps: SetupStep[]
  /** Gets the steps after one was skipped, or that was undone. */
  onSkip: (steps: SetupStep[]) => void
}) {
  const done = data.filter((step) => step.done).length
  return (
    <section className={`box ${styles.setup}`} aria-labelledby="set-up">
      <div className={`between ${styles.head}`}>
        <h2 id="set-up">Set up your site</h2>
        <p>
          {done} of {data.length} done
        </p>
      </div>
      <ul>
        {data
          .filter(({ done, skipped }) => done || !skipped)
          .map((step) => (
            <SetUpStep key={step.item} step={step} onSkip={onSkip} />
          ))}
        <li>
          <Circle size={18} aria-hidden />
          <div className={styles.text}>
            <h3>Share your site</h3>
            <p>Get its address, a QR code and an image to share.</p>
          </div>
          <div className={`row gap-1 ${styles.actions}`}>
            <To to="/live">Your site is live</To>
          </div>
        </li>
      </ul>
    </section>
  )
}

type StepProps = { step: SetupStep; onSkip: (steps: SetupStep[]) => void }

function SetUpStep({ step: { item, done, unfinished }, onSkip }: StepProps) {
  const person = usePerson()
  const { title, why, need, action, form } = wordsOf[item]
  if (done)
    return (
      <li className={styles.done}>
        <CircleCheck size={18} aria-label="Done:" />
        <span>{title}</span>
      </li>
    )
  return (
    <li>
      <Circle size={18} aria-hidden />
      <div className={styles.text}>
        <h3>{title}</h3>
        <p>{unfinished ? 'The privacy page still has text to fill in.' : why}</p>
      </div>
      {form}
      <div className={`row gap-1 ${styles.actions}`}>
        {need && !may(person, need) ? <span className="help">Ask an admin</span> : action}
        <Skip item={item} title={title} onSkip={onSkip} />
      </div>
    </li>
  )
}

function Skip({
  item,
  title,
  onSkip,
}: Pick<StepProps, 'onSkip'> & { item: SetupItem; title: string }) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (skipped: boolean) => skipStep(item, skipped),
    onSuccess: (steps, skipped) => {
      client.setQueryData(setupQuery.queryKey, steps)
      onSkip(steps)
      if (skipped)
        toast({ message: `“${title}” was skipped`, kind: 'done', undo: () => mutate(false) })
    },
    onError: (error, skipped) =>
      toast({
        message: complaint('That was not saved', error),
        ...retryAfter(error, () => mutate(skipped)),
      }),
  })
  return (
    <button
      type="button"
      className="button quiet small"
      aria-label={`Skip “${title}”`}
      onClick={() => mutate(true)}
    >
      Skip
    </button>
  )
}

function TestMail() {
  const client = useQueryClient()
  const person = usePerson()
  const { data: hasMailServer } = useQuery(mailServerQuery)
  const { mutate, isPending } = useMutation({
    mutationFn: sendTestMail,
    onSuccess: ({ sent, to, reason }) => {
      client.invalidateQueries({ queryKey: setupQuery.queryKey })
      toast(
        sent
          ? { message: `Test email sent to ${to}. Check your inbox.`, kind: 'done' }
          : { message: `The test email wasn't sent. ${reason}` },
      )
    },
    onError: (error) => toast({ message: complaint("The test email wasn't sent", error) }),
  })
  if (hasMailServer === false)
    return may(person, 'admin') ? (
      <To to="/settings/email">Connect your email</To>
    ) : (
      <span className="help">Ask an admin</span>
    )
  return (
    <button
      type="button"
      className="button small"
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      {isPending ? 'Sending...' : 'Send me a test'}
    </button>
  )
}

function NotifyMe() {
  const client = useQueryClient()
  const { data: hasMailServer = false } = useQuery(mailServerQuery)
  const { mutate } = useMutation({
    mutationFn: () => saveAccount({ notify_applications: true }),
    onSuccess: (account) => {
      keepPerson(account)
      client.setQueryData(profile.queryKey, account)
      client.invalidateQueries({ queryKey: setupQuery.queryKey })
      toast({ message: noticeWords(hasMailServer).saved, kind: 'done' })
    },
    onError: (error) =>
      toast({
        message: complaint('That was not saved', error),
        ...retryAfter(error, () => mutate()),
      }),
  })
  return (
    <button type="button" className="button small" onClick={() => mutate()}>
      Notify me
    </button>
  )
}

function PrivacyPage() {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: createPrivacyPage,
    onSuccess: ({ id }) => navigate({ to: `/pages/${id}/edit` }),
    // The page exists already: it only has to be published.
    onError: () => navigate({ to: '/pages' }),
  })
  return (
    <button
      type="button"
      className="button small"
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
    >
      Use our template
    </button>
  )
}
