import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#api/core/http/contract/text.ts'
import { api, deleted } from '../../lib/api/api.ts'
import { toast } from '../../lib/toasts.ts'
import { Confirm } from '../../ui/dialog/Confirm.tsx'
import { lastSearch } from '../back-to-list.ts'
import { type Application, applicationDetailKey, applicationsKey } from '../queries.ts'

export function DeleteApplication({ application }: { application: Application }) {
  const [asking, setAsking] = useState(false)
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
    <>
      <button type="button" className="button small danger" onClick={() => setAsking(true)}>
        <Trash2 size={15} aria-hidden /> Delete application
      </button>
      {asking && (
        <Confirm
          title="Delete this application?"
          message={`Are you sure you want to delete ${fullName(application)}'s application? This also deletes their letter, notes and resume.`}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
