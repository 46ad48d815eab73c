import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { useUnsavedRows } from '../lib/drafts/use-unsaved-rows.ts'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { Tabs } from '../ui/list/Tabs.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Failed, Loading } from '../ui/States.tsx'
import { DaysOff } from './DaysOff.tsx'
import { grouped, settingsQuery } from './queries.ts'
import { SettingForms } from './SettingForms.tsx'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'
import { TestMail } from './TestMail.tsx'

export default function Settings() {
  const { data, error, refetch } = useQuery(settingsQuery)
  const { dirty, mark, discard } = useUnsavedRows()
  const { view } = useSearch({ strict: false }) as { view?: string }
  const asForms = view === 'forms'
  return (
    <>
      <PageHeader title="Site Settings" description="Changes appear on your site immediately." />
      <UnsavedGuard dirty={dirty} onDiscard={discard} />
      {!data && error && (
        <Failed message="Failed to load settings" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Loading rows={8} />}
      {data?.length === 0 && <Empty icon={Settings2} title="No settings" />}
      {data && data.length > 0 && (
        <Tabs
          label="Ways to edit"
          tabs={[
            { label: 'All settings', to: '/settings', current: !asForms },
            {
              label: 'Forms by section',
              to: '/settings',
              search: { view: 'forms' },
              current: asForms,
            },
          ]}
        />
      )}
      {data && asForms && <SettingForms settings={data} onDirty={mark} />}
      {data &&
        !asForms &&
        grouped(data).map(({ category, title, settings }) => (
          <section key={category} className={styles.group} aria-labelledby={`group-${category}`}>
            <h2 id={`group-${category}`}>{title}</h2>
            <ul className={styles.rows}>
              {settings.map((setting) => (
                <SettingRow key={setting.id} setting={setting} onDirty={mark} />
              ))}
            </ul>
          </section>
        ))}
      {data && <DaysOff />}
      {data && <TestMail />}
    </>
  )
}
