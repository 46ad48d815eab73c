import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic } from 'react'
import { complaint, retryAfter } from '../lib/api/api.ts'
import { profile, usePerson } from '../lib/hooks/use-person.ts'
import { keepPerson, type Person } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { saveAccount } from './account.ts'

type Change<Value> = { wanted: Value; onSaved: (() => unknown) | undefined }

/** A choice of the signed-in user: saved at once, back to the saved value when that fails. */
export function useAccountSetting<Name extends 'notify_applications' | 'notify_messages' | 'tell'>(
  name: Name,
) {
  const client = useQueryClient()
  const [value, show] = useOptimistic(usePerson()[name])
  const { mutateAsync } = useMutation({
    mutationFn: ({ wanted }: Change<Person[Name]>) => saveAccount({ [name]: wanted }),
    // A profile that is still being read would bring the old value back.
    onMutate: () => client.cancelQueries(profile),
    onSuccess: (account) => {
      keepPerson(account)
      client.setQueryData(profile.queryKey, account)
    },
    onError: (error, { wanted, onSaved }) =>
      toast({
        message: complaint('That was not saved', error),
        ...retryAfter(error, () => save(wanted, onSaved)),
      }),
  })
  const save = (wanted: Person[Name], onSaved?: () => unknown) =>
    startTransition(async () => {
      show(wanted)
      await mutateAsync({ wanted, onSaved }).then(
        () => onSaved?.(),
        () => undefined,
      )
    })
  return [value, save] as const
}
