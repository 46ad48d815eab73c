import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { fullName } from '#api/core/http/contract/text.ts'
import { api, deleted } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { lastSearch } from '../back-to-list.ts'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'

/** Asks, then deletes it and goes back to the list. */
export function DeleteApplication({
  application,
  onClose,
}: {
  application: Application
  onClose: () => void
}) {
  const client = useQueryClient()
  const navigate = useNavigate()

  async function remove() {
    const { id } = application
    await deleted(api.applications[':id'].$delete({ param: { id: String(id) } }))
    await navigate({ to: '/applications', search: lastSearch(id) })
    client.removeQueries({ queryKey: applicationDetailKey(id) })
    client.invalidateQueries({ queryKey: applicationsKey })
    toast({ message: `${fullName(application)}'s application was deleted`, kind: 'done' })
  }

  return (
    <Confirm
      title="Delete this application?"
      message={`Are you sure you want to delete ${fullName(application)}'s application? This also deletes their letter, notes and resume.`}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
