import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { LogOut, Menu, Search, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { useMediaQuery } from '../lib/hooks/use-media-query.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { toast } from '../lib/toasts.ts'
import { isAt, NavigationItems } from '../navigation.ts'
import { Notifications } from '../notifications/Notifications.tsx'
import { type CommandDialog, CommandKeys } from '../palette/CommandKeys.tsx'
import { navigationItems } from '../screens.tsx'
import { SessionNotice } from '../session/SessionNotice.tsx'
import { useLogout } from '../session/use-logout.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { Toaster } from '../ui/toast/Toaster.tsx'
import styles from './Layout.module.css'
import { Navigation } from './Navigation.tsx'
import { NotRefreshed } from './NotRefreshed.tsx'
import { Sheet } from './Sheet.tsx'

/** Skip link, sidebar (below 64rem a bar with a menu) and the current screen. */
export function Layout() {
  const [commandDialog, setCommandDialog] = useState<CommandDialog>()
  const isWide = useMediaQuery('(width >= 64rem)')
  const search = () => setCommandDialog('palette')
  useSettingsFailure()
  return (
    <div className={styles.layout}>
      <a className={`button ${styles.skip}`} href="#screen">
        Skip to content
      </a>
      {isWide ? <Sidebar onSearch={search} /> : <Bar onSearch={search} />}
      <main id="screen" tabIndex={-1} className={styles.main}>
        <div className={styles.screen}>
          <SessionNotice />
          <NotRefreshed />
          <NavigationItems value={navigationItems}>
            <Outlet />
          </NavigationItems>
        </div>
      </main>
      <CommandKeys opened={commandDialog} onOpen={setCommandDialog} />
      <Toaster />
    </div>
  )
}

const Sidebar = ({ onSearch }: { onSearch: () => void }) => (
  <header className={styles.sidebar}>
    <SiteName />
    <div className={`between ${styles.top}`}>
      <SearchButton onSearch={onSearch} />
      <Notifications />
    </div>
    <Navigation />
    <Account />
  </header>
)

/** What the sidebar has, with the places in a sheet. */
function Bar({ onSearch }: { onSearch: () => void }) {
  const { pathname } = useLocation()
  const [menuAt, setMenuAt] = useState<string>()
  // Navigating closes the menu: it is open only for the path it was opened at.
  const isOpen = menuAt === pathname
  const close = () => setMenuAt(undefined)
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={`button quiet ${styles.toggle}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setMenuAt(pathname)}
      >
        <Menu size={18} aria-hidden /> Menu
      </button>
      <Notifications />
      <Account />
      {isOpen && (
        <Sheet label="Menu" onClose={close}>
          <SiteName />
          <SearchButton
            onSearch={() => {
              close()
              onSearch()
            }}
          />
          <Navigation />
        </Sheet>
      )}
    </header>
  )
}

const SearchButton = ({ onSearch }: { onSearch: () => void }) => (
  <button type="button" className={`row soft ${styles.find}`} onClick={onSearch}>
    <Search size={16} strokeWidth={1.75} aria-hidden /> Search
  </button>
)

function useSettingsFailure() {
  const { error, refetch } = useQuery(publicSettingsQuery)
  useEffect(() => {
    if (error) toast({ message: 'Failed to load site settings', retry: refetch })
  }, [error, refetch])
}

function SiteName() {
  const { data, isPending } = useQuery(publicSettingsQuery)
  return (
    <p className={styles.name} translate="no">
      {isPending ? '\u00A0' : (data ?? settingDefaults).site_name}
    </p>
  )
}

/** The full name, which leads to the profile, and Logout. */
function Account() {
  const { pathname } = useLocation()
  const person = usePerson()
  const { asking, ask, cancel, logout } = useLogout()
  return (
    <div className={styles.account}>
      <Link
        to="/profile"
        className={`row gap-3 soft ${styles.profile}`}
        data-current={isAt(pathname, '/profile') || undefined}
      >
        <UserRound size={17} strokeWidth={1.75} aria-hidden />
        <span className={styles.person} translate="no">
          {fullName(person)}
        </span>
      </Link>
      <button type="button" className={`row gap-3 soft ${styles.logout}`} onClick={ask}>
        <LogOut size={17} strokeWidth={1.75} aria-hidden /> Logout
      </button>
      {asking && (
        <Confirm
          title="Log out without saving?"
          message="Your changes will be lost."
          action="Log out"
          cancel="Keep editing"
          onConfirm={logout}
          onClose={cancel}
        />
      )}
    </div>
  )
}
