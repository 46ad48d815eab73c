import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { use, useEffect, useState } from 'react'
import { useUnsavedRows } from '../lib/drafts/use-unsaved-rows.ts'
import { UnsavedGuard } from '../ui/form/UnsavedGuard.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { CategorySection } from './CategorySection.tsx'
import { findSettings } from './categories.ts'
import { DaysOff } from './DaysOff.tsx'
import { idOf, screenOf } from './places.ts'
import { type Setting, settingsQuery } from './queries.ts'
import styles from './Settings.module.css'
import { ShowCategories } from './SettingsFrame.tsx'
import { rowId } from './setting-link.ts'
import { TestMail } from './TestMail.tsx'
import { useLinkedRow } from './use-linked-row.ts'

/** The specified categories and the company's own; a search finds those of other screens, too. */
export default function Settings() {
  const settings = useQuery(settingsQuery)
  const [search, setSearch] = useState('')
  return (
    <div className={styles.settings}>
      <PageHeader
        title="Site Settings"
        description="Changes appear on your site immediately."
        actions={
          <SearchBox
            q={search}
            onSearch={setSearch}
            label="Search settings"
            hint="Search settings"
          />
        }
      />
      <Loaded query={settings} failed="Failed to load settings" rows={8}>
        {(data) =>
          data.length ? (
            <AllSettings settings={data} search={search} onSearch={setSearch} />
          ) : (
            <Empty icon={Settings2} title="No settings" />
          )
        }
      </Loaded>
    </div>
  )
}

const isHere = ({ category }: { category: string }) => screenOf(category) === '/settings'

function AllSettings({
  settings,
  search,
  onSearch,
}: {
  settings: Setting[]
  search: string
  onSearch: (search: string) => void
}) {
  const { dirty, mark, discard } = useUnsavedRows()
  const categories = findSettings(settings, search).map((category) => ({
    ...category,
    isFound: category.isFound && (search.trim() !== '' || isHere(category)),
  }))
  const found = categories.filter(({ isFound }) => isFound)
  useLinkedRow()
  useMovedLink(settings)

  const showCategories = use(ShowCategories)
  const shown = found.length ? found : categories.filter(isHere)
  const names = shown.map(({ category }) => category).join('\n')
  useEffect(
    () => showCategories(names ? names.split('\n') : [], () => onSearch('')),
    [names, showCategories, onSearch],
  )

  return (
    <>
      <UnsavedGuard dirty={dirty} onDiscard={discard} />
      {found.length === 0 && (
        <Empty
          icon={Settings2}
          title={`No setting matches “${search}”`}
          action={
            <button type="button" className="button" onClick={() => onSearch('')}>
              Show all settings
            </button>
          }
        />
      )}
      {categories.map(({ isFound, hasExtra, ...category }) => (
        <CategorySection
          key={category.category}
          {...category}
          matches={isFound ? category.matches : nothing}
          onDirty={mark}
        >
          {isFound && hasExtra && category.category === 'candidates' && <DaysOff />}
          {isFound && hasExtra && category.category === 'email' && <TestMail />}
        </CategorySection>
      ))}
    </>
  )
}

/** Links to settings that have got a screen of their own since lead on to it. */
function useMovedLink(settings: Setting[]) {
  const navigate = useNavigate()
  const [linked] = useState(() => location.hash.slice(1))
  const moved = settings.find(
    ({ key, category }) =>
      (rowId(key) === linked || idOf(category) === linked) && screenOf(category) !== '/settings',
  )
  const to = moved && screenOf(moved.category)
  useEffect(() => {
    if (to) navigate({ to, hash: linked, replace: true })
  }, [to, linked, navigate])
}

const nothing: ReadonlySet<number> = new Set()
