import { queryOptions } from '@tanstack/react-query'
import { siteSettings } from '#api/core/site-settings/contract.ts'
import { api, read } from './api/api.ts'

/** The settings that visitors can read; invalidated together with the others. */
export const publicSettingsQuery = queryOptions({
  queryKey: ['settings', 'public'],
  queryFn: async () => siteSettings(await read(api.settings.public.$get())),
  staleTime: 300_000,
})
