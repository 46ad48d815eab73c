import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { useUnsavedRows } from '../lib/drafts/use-unsaved-rows.ts'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { Categories } from './Categories.tsx'
import { type Category, findSettings, idOf } from './categories.ts'
import { DaysOff } from './DaysOff.tsx'
import { type Setting, settingsQuery } from './queries.ts'
import { SettingRow } from './SettingRow.tsx'
import styles from './Settings.module.css'
import { TestMail } from './TestMail.tsx'

export default function Settings() {
  const settings = useQuery(settingsQuery)
  return (
    <>
      <PageHeader title="Site Settings" description="Changes appear on your site immediately." />
      <Loaded query={settings} failed="Failed to load settings" rows={8}>
        {(data) =>
          data.length ? (
            <AllSettings settings={data} />
          ) : (
            <Empty icon={Settings2} title="No settings" />
          )
        }
      </Loaded>
    </>
  )
}

function AllSettings({ settings }: { settings: Setting[] }) {
  const { dirty, mark, discard } = useUnsavedRows()
  const [search, setSearch] = useState('')
  const categories = findSettings(settings, search)
  const found = categories.filter(({ isFound }) => isFound)

  // The address of a link to one setting.
  useLayoutEffect(() => {
    const row = location.hash && document.getElementById(location.hash.slice(1))
    if (!row) return
    row.scrollIntoView({ block: 'center' })
    row.querySelector('button')?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={`stack gap-7 ${styles.screen}`}>
      <UnsavedGuard dirty={dirty} onDiscard={discard} />
      <div className={`stack gap-3 ${styles.aside}`}>
        <SearchBox q={search} onSearch={setSearch} label="Search settings" hint="Search settings" />
        <Categories categories={found} />
      </div>
      <div>
        {found.length === 0 && (
          <Empty
            icon={Settings2}
            title={`No setting matches “${search}”`}
            action={
              <button type="button" className="button" onClick={() => setSearch('')}>
                Show all settings
              </button>
            }
          />
        )}
        {categories.map((category) => (
          <CategorySection key={category.category} {...category} onDirty={mark} />
        ))}
      </div>
    </div>
  )
}

function CategorySection({
  category,
  title,
  settings,
  matches,
  hasExtra,
  onDirty,
}: Category & { onDirty: (id: number, forget: (() => void) | null) => void }) {
  const id = idOf(category)
  return (
    <section id={id} className={styles.group} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{title}</h2>
      <ul className={styles.rows}>
        {settings.map((setting) => (
          <SettingRow
            key={setting.id}
            setting={setting}
            isFound={matches.has(setting.id)}
            onDirty={onDirty}
          />
        ))}
      </ul>
      {hasExtra && category === 'candidates' && <DaysOff />}
      {hasExtra && category === 'email' && <TestMail />}
    </section>
  )
}
