import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { may } from '#api/accounts/auth/contract/access.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { settingLink } from '../settings/setting-link.ts'

/** Shown while the setting is off. */
export function NotCounted() {
  const { data: settings } = useQuery(publicSettingsQuery)
  const mayChange = may(usePerson(), 'manage_settings')
  if (!settings || settings.count_visits === 'true') return null
  return (
    <p className="notice">
      Visits are not counted now.{' '}
      {mayChange ? (
        <span>
          Turn on “Count Visits” in <Link {...settingLink('count_visits')}>Settings</Link>.
        </span>
      ) : (
        <span>Ask someone who manages the settings to turn on “Count Visits”.</span>
      )}
    </p>
  )
}
