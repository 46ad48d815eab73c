import { queryOptions, useQuery } from '@tanstack/react-query'
import { siteSettings } from '#api/core/site-settings/contract.ts'
import { api, read } from '../lib/api/api.ts'

/** The settings that visitors can read; invalidated together with the others. */
export const publicSettingsQuery = queryOptions({
  queryKey: ['settings', 'public'],
  queryFn: async () => siteSettings(await read(api.settings.public.$get())),
  staleTime: 300_000,
})

/** The zone in which jobs open and close; UTC until the settings are read. */
export const useSiteTimeZone = () => useQuery(publicSettingsQuery).data?.site_time_zone ?? 'UTC'
