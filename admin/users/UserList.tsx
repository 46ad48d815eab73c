import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { PagedList, usePageNumber } from '../ui/list/PagedList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { userListQuery } from './queries.ts'
import { UserRow } from './UserRow.tsx'
import { WaitingLink } from './WaitingLink.tsx'

export default function UserList() {
  const page = usePageNumber()
  const list = useQuery(userListQuery(page))
  return (
    <>
      <PageHeader
        title="Users Management"
        description="People with access to the back office."
        actions={
          <>
            <WaitingLink />
            <Link className="button primary" to="/users/new">
              <Plus size={17} aria-hidden /> New User
            </Link>
          </>
        }
      />
      <PagedList path="/users" page={page} list={list} failed="Failed to load users">
        {(user) => <UserRow key={user.id} user={user} page={page} />}
      </PagedList>
    </>
  )
}
