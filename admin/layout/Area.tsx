import { type ReactNode, useMemo } from 'react'
import { usePerson } from '../lib/hooks/use-person.ts'
import { settingsPlacesFor, tabsFor } from '../navigation.ts'
import { navigationItems } from '../screens.tsx'
import { SettingsFrame } from '../settings/SettingsFrame.tsx'
import { Tabs } from '../ui/list/Tabs.tsx'
import { HeaderTabs } from '../ui/PageHeader.tsx'

/** A screen with what leads to the others of its area: tabs below its header, and in the settings a column. */
export function Area({ path, children }: { path: string; children: ReactNode }) {
  const person = usePerson()
  const tabs = useMemo(() => {
    const items = tabsFor(person, path, navigationItems)
    if (!items.length) return null
    return (
      <Tabs
        label={items[0]?.group ?? 'Pages'}
        tabs={items.map((item) => ({
          label: item.label,
          to: item.path,
          current: item.path === path,
        }))}
      />
    )
  }, [person, path])
  const places = settingsPlacesFor(person, path, navigationItems)
  const screen = <HeaderTabs value={tabs}>{children}</HeaderTabs>
  return places.length ? (
    <SettingsFrame path={path} places={places}>
      {screen}
    </SettingsFrame>
  ) : (
    screen
  )
}
