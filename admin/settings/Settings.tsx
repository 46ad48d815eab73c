import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Failed, Loading } from '../ui/States.tsx'
import { grouped, settingsQuery } from './queries.ts'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'
import { TestMail } from './TestMail.tsx'
import { useUnsavedRows } from './use-unsaved-rows.ts'

export default function Settings() {
  const { data, error, refetch } = useQuery(settingsQuery)
  const { dirty, mark, discard } = useUnsavedRows()
  return (
    <>
      <PageHeader title="Site Settings" description="Changes appear on your site immediately." />
      <UnsavedGuard dirty={dirty} onDiscard={discard} />
      {!data && error && (
        <Failed message="Failed to load settings" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Loading rows={8} />}
      {data?.length === 0 && <Empty icon={Settings2} title="No settings" />}
      {data &&
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
      {data && <TestMail />}
    </>
  )
}
