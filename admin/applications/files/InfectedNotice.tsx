import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '#api/accounts/auth/contract/access.ts'
import { api, deleted } from '../../lib/api/api.ts'
import { usePerson } from '../../lib/hooks/use-person.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { type Application, applicationsKey } from '../queries.ts'

/** Says that files have a virus, and removes them. */
export function InfectedNotice({ application }: { application: Application }) {
  const client = useQueryClient()
  const isPermitted = may(usePerson(), 'review_applications')
  const [isAsking, setIsAsking] = useState(false)
  const infected = application.file_checks.filter(({ state }) => state === 'infected')
  if (!infected.length) return null
  const files = infected.length === 1 ? 'file' : 'files'

  async function remove() {
    await deleted(
      api.applications[':id']['infected-files'].$delete({ param: { id: String(application.id) } }),
    )
    toast({ message: `Infected ${files} removed`, kind: 'done' })
    await client.invalidateQueries({ queryKey: applicationsKey })
  }
  return (
    <div className="notice red row wrap">
      <p>
        {infected.length === 1
          ? `${infected[0]?.file === 'resume' ? 'The resume' : 'A file'} has a virus. Nobody can open it.`
          : `${infected.length} files have a virus. Nobody can open them.`}
      </p>
      {isPermitted && (
        <button type="button" className="button small" onClick={() => setIsAsking(true)}>
          Remove {files}…
        </button>
      )}
      {isAsking && (
        <Confirm
          title={`Remove the infected ${files}?`}
          message={`The application stays, without ${infected.length === 1 ? 'this file' : 'these files'}. ${application.first_name} is not told. This can’t be undone.`}
          action={`Remove ${files}`}
          busyAction="Removing..."
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
