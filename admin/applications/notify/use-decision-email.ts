import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { may } from '#api/accounts/auth/contract/access.ts'
import { type Tell, tells } from '#api/hiring/applications/contract/status.ts'
import { api, complaint, read, retryAfter } from '../../lib/api/api.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { toast } from '../../lib/toasts.ts'
import { useAccountSetting } from '../../session/use-account-setting.ts'
import { type Application, applicationsKey } from '../queries.ts'

const setting = { param: { key: 'decision_email' } }

const siteChoiceQuery = queryOptions({
  // Below the key of all settings: changed there, it is read again.
  queryKey: ['settings', 'decision_email'],
  queryFn: async () => {
    const { value } = await read(api.settings.key[':key'].$get(setting))
    return tells.find((tell) => tell === value) ?? null
  },
  staleTime: 60_000,
})

type Choice = { value: Tell | null; onSaved: (() => void) | undefined }

/** The site's choice of whether decisions email candidates, for those who may change it. */
export function useSiteChoice() {
  const client = useQueryClient()
  const mayChange = may(usePerson(), 'manage_settings')
  const { data } = useQuery({ ...siteChoiceQuery, enabled: mayChange })
  const { mutate } = useMutation({
    mutationFn: ({ value }: Choice) =>
      read(api.settings.key[':key'].$put({ ...setting, json: { value: value ?? '' } })),
    onSuccess: (_, { value, onSaved }) => {
      onSaved?.()
      showSaved(client, 'site', value)
    },
    onError: (error, choice) =>
      toast({
        message: complaint('That was not saved', error),
        ...retryAfter(error, () => mutate(choice)),
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['settings'] }),
        client.invalidateQueries({ queryKey: applicationsKey }),
      ]),
  })
  const choose = (value: Tell | null, onSaved?: () => void) => mutate({ value, onSaved })
  return { mayChange, choice: data, choose }
}

/** One's own choice. */
export function useOwnChoice() {
  const client = useQueryClient()
  const [choice, save] = useAccountSetting('tell')
  const choose = (value: Tell | null, onSaved?: () => void) =>
    save(value, () => {
      onSaved?.()
      showSaved(client, 'person', value)
      return client.invalidateQueries({ queryKey: applicationsKey })
    })
  return { choice: choice ?? null, choose }
}

const order = ['site', 'person', 'job', 'withdrawal'] as const

/** Until the server has been asked again: a decision made meanwhile must not miss the choice. */
function showSaved(
  client: ReturnType<typeof useQueryClient>,
  by: 'site' | 'person',
  value: Tell | null,
) {
  if (!value) return
  client.setQueriesData<Application>({ queryKey: [...applicationsKey, 'detail'] }, (shown) =>
    shown && order.indexOf(shown.usual_tell_by ?? 'site') <= order.indexOf(by)
      ? { ...shown, usual_tell: value, usual_tell_by: by }
      : shown,
  )
}
