import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { sentence } from '../lib/api.ts'
import { userFormQuery } from '../lib/users.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import { UserEditor } from './users/UserEditor.tsx'

type Back = { to: string; search: { page: string | undefined } }

export default function UserForm() {
  const { id } = useParams({ strict: false })
  const { page } = useSearch({ strict: false }) as { page?: string }
  const back = { to: '/users', search: { page } }
  return (
    <>
      <PageHeader
        title={id ? 'Edit User' : 'Create New User'}
        back={{ ...back, label: 'Back to Users' }}
      />
      {id ? <StoredUser key={id} id={id} back={back} /> : <UserEditor back={back} />}
    </>
  )
}

function StoredUser({ id, back }: { id: string; back: Back }) {
  const { data, error, refetch } = useQuery(userFormQuery(id))
  if (data) return <UserEditor user={data} back={back} />
  if (!error) return <Loading rows={4} />
  return (
    <Failed
      message="Failed to load user data"
      reason={sentence(error, '')}
      onRetry={() => refetch()}
      back={{ ...back, label: 'Back to Users' }}
    />
  )
}
