import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefused } from './api.ts'
import { ApiError } from './api-error.ts'

/** After a 403, permissions may have changed: refresh sidebar and permission checks. */
function recheckPermissions(error: unknown) {
  if (error instanceof ApiError && error.status === 403)
    queryClient.invalidateQueries({ queryKey: ['profile'] })
}

const isBusy = (error: unknown) => error instanceof ApiError && error.status === 503

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: recheckPermissions }),
  mutationCache: new MutationCache({ onError: recheckPermissions }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Offline, fail with Retry rather than show a skeleton forever.
      networkMode: 'always',
      // A busy server gets six seconds, other failures one.
      retry: (failures, error) => failures < (isBusy(error) ? 4 : 2) && !isRefused(error),
      retryDelay: (failures) => 400 * 2 ** failures,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
