import { useQuery } from '@tanstack/react-query'
import { publicSettingsQuery } from '../lib/public-settings.ts'

export { publicSettingsQuery }

/** The zone in which jobs open and close; UTC until the settings are read. */
export const useSiteTimeZone = () => useQuery(publicSettingsQuery).data?.site_time_zone ?? 'UTC'
