import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useUnsavedRows } from '../lib/drafts/use-unsaved-rows.ts'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/States.tsx'
import { CategorySection } from './CategorySection.tsx'
import { DaysOff } from './DaysOff.tsx'
import { titleOfCategory } from './places.ts'
import { isSetUnderPrivacy, settingsQuery } from './queries.ts'
import styles from './Settings.module.css'
import { TestMail } from './TestMail.tsx'
import { useLinkedRow } from './use-linked-row.ts'

export const JobSettings = () => (
  <>
    <PageHeader
      title="Job Settings"
      description="Languages, when jobs open and close, and how they are listed."
    />
    <OwnCategory category="jobs" />
  </>
)

export const CandidateSettings = () => (
  <>
    <PageHeader
      title="Candidate Settings"
      description="How soon candidates hear from you, and what they read meanwhile."
    />
    <OwnCategory category="candidates">
      <DaysOff />
    </OwnCategory>
  </>
)

export const NotificationSettings = () => (
  <>
    <PageHeader
      title="Email Notifications"
      description="Who is told of new applications and of candidates who wait."
    />
    <OwnCategory category="email">
      <TestMail />
    </OwnCategory>
  </>
)

/** The settings of one category on a screen that has its title. */
export function OwnCategory({
  category,
  title = titleOfCategory(category),
  isTitled = false,
  children,
}: {
  category: string
  title?: string
  isTitled?: boolean
  children?: ReactNode
}) {
  const settings = useQuery(settingsQuery)
  const { dirty, mark, discard } = useUnsavedRows()
  return (
    <Loaded query={settings} failed="Failed to load settings" rows={4}>
      {(data) => (
        <Rows>
          <UnsavedGuard dirty={dirty} onDiscard={discard} />
          <CategorySection
            category={category}
            title={title}
            settings={data.filter(
              (one) => one.category === category && !isSetUnderPrivacy(one.key),
            )}
            onDirty={mark}
            isTitled={isTitled}
          >
            {children}
          </CategorySection>
        </Rows>
      )}
    </Loaded>
  )
}

/** Mounts with the rows: the row that the address names is there. */
function Rows({ children }: { children: ReactNode }) {
  useLinkedRow()
  return <div className={styles.settings}>{children}</div>
}
