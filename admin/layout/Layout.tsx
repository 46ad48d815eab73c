import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { LogOut, Menu, Search, UserRound, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { settingDefaults } from '#api/core/site-settings/contract.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { toast } from '../lib/toasts.ts'
import { NavigationItems } from '../navigation.ts'
import { Notifications } from '../notifications/Notifications.tsx'
import { type CommandDialog, CommandKeys } from '../palette/CommandKeys.tsx'
import { navigationItems } from '../screens.tsx'
import { SessionNotice } from '../session/SessionNotice.tsx'
import { useLogout } from '../session/use-logout.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import styles from './Layout.module.css'
import { isAt, Navigation } from './Navigation.tsx'
import { NotRefreshed } from './NotRefreshed.tsx'

/** Skip link, sidebar (a collapsible menu on small screens) and the current screen. */
export function Layout() {
  const { pathname } = useLocation()
  const [menuAt, setMenuAt] = useState<string>()
  // Navigating closes the menu: it is open only for the path it was opened at.
  const open = menuAt === pathname
  const toggle = useRef<HTMLButtonElement>(null)
  const [commandDialog, setCommandDialog] = useState<CommandDialog>()

  useEffect(() => {
    const close = ({ key, target }: KeyboardEvent) => {
      if (!open || key !== 'Escape' || (target as Element).closest('dialog')) return
      setMenuAt(undefined)
      // The focused menu entry is hidden now.
      if ((target as Element).closest('#menu')) toggle.current?.focus()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [open])

  return (
    <div className={styles.layout}>
      <a className={`button ${styles.skip}`} href="#screen">
        Skip to content
      </a>
      <header className={styles.sidebar} data-open={open || undefined}>
        <div className={`between ${styles.top}`}>
          <SiteName />
          <Notifications />
          <button
            ref={toggle}
            type="button"
            className={`button quiet ${styles.toggle}`}
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setMenuAt(open ? undefined : pathname)}
          >
            {open ? <X size={18} aria-hidden /> : <Menu size={18} aria-hidden />} <span>Menu</span>
          </button>
        </div>
        <div className={styles.menu} id="menu">
          <button
            type="button"
            className={`row gap-3 soft ${styles.find} ${styles.place}`}
            onClick={() => setCommandDialog('palette')}
          >
            <Search size={17} strokeWidth={1.75} aria-hidden /> Search
          </button>
          <Navigation pathname={pathname} />
          <Account pathname={pathname} />
        </div>
      </header>
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

function SiteName() {
  const { data, error, isPending, refetch } = useQuery(publicSettingsQuery)
  useEffect(() => {
    if (error) toast({ message: 'Failed to load site settings', retry: refetch })
  }, [error, refetch])
  return (
    <p className={styles.name} translate="no">
      {isPending ? '\u00A0' : (data ?? settingDefaults).site_name}
    </p>
  )
}

function Account({ pathname }: { pathname: string }) {
  const person = usePerson()
  const { asking, ask, cancel, logout } = useLogout()
  return (
    <div className={styles.account}>
      <Link
        to="/profile"
        className={`row gap-3 soft ${styles.profile} ${styles.place}`}
        data-current={isAt(pathname, '/profile') || undefined}
      >
        <UserRound size={17} strokeWidth={1.75} aria-hidden />
        <span translate="no">
          <span className={styles.person}>{fullName(person)}</span>
          <span className={`meta ${styles.email}`}>{person.email}</span>
        </span>
      </Link>
      <button
        type="button"
        className={`row gap-3 soft ${styles.logout} ${styles.place}`}
        onClick={ask}
      >
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
