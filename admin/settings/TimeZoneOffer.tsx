import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { may } from '#api/accounts/auth/contract/access.ts'
import { complaint } from '../lib/api/api.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import { toast } from '../lib/toasts.ts'
import { type Setting, saveSetting, settingsKey, settingsQuery } from './queries.ts'
import styles from './TimeZoneOffer.module.css'

/** The browser's time zone, if it is the zone of a place. */
function zoneOfBrowser() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone?.includes('/') && !timeZone.startsWith('Etc/') ? timeZone : undefined
}

/** Offers the browser's time zone for the site, until anybody has chosen one, be it UTC. */
export function TimeZoneOffer() {
  const isAllowed = may(usePerson(), 'manage_settings')
  const { data } = useQuery({ ...settingsQuery, enabled: isAllowed })
  const setting = data?.find(({ key }) => key === 'site_time_zone')
  const zone = zoneOfBrowser()
  const isUntouched = setting?.value === 'UTC' && setting.updated_at === setting.created_at
  return isAllowed && isUntouched && zone ? <Offer setting={setting} zone={zone} /> : null
}

function Offer({ setting, zone }: { setting: Setting; zone: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (value: string) => saveSetting(setting.id, value, setting.updated_at),
    onError: (error) => toast({ message: complaint("The time zone wasn't changed", error) }),
    onSettled: () => client.invalidateQueries({ queryKey: settingsKey }),
  })
  const choose = (value: string) => !isPending && mutate(value)
  return (
    <div className={`row wrap note ${styles.offer}`}>
      <p>
        Jobs open and close at midnight UTC. Your browser says {zone.replaceAll('_', ' ')}. Use it?
      </p>
      <button type="button" className="button small" onClick={() => choose(zone)}>
        Use {zone.replaceAll('_', ' ')}
      </button>
      <button type="button" className="button small" onClick={() => choose('UTC')}>
        Keep UTC
      </button>
    </div>
  )
}
