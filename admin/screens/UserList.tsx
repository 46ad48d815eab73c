import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { sentence } from '../lib/api.ts'
import { perPage, type UserPage, userPageQuery } from '../lib/users.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import styles from './JobList.module.css'
import { UserRow } from './users/UserRow.tsx'

const pageOf = ({ page }: { page?: string }) =>
  /^[1-9]\d{0,7}$/.test(page ?? '') ? Number(page) : 1

const linkTo = (page: number) => ({ to: '/users', search: page > 1 ? { page } : {} })

export default function UserList() {
  const page = pageOf(useSearch({ strict: false }))
  const { data, error, isPlaceholderData, refetch } = useQuery(userPageQuery(page))
  return (
    <>
      <PageHeader
        title="Users Management"
        description="Who works in the back office, and what they may do. Newest first."
        actions={
          <Link className="button primary" to="/users/new">
            <Plus size={17} aria-hidden /> New User
          </Link>
        }
      />
      {data && <Users page={page} {...data} busy={isPlaceholderData} />}
      {!data && error && (
        <Failed
          message="Failed to load users"
          reason={sentence(error, '')}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Loading rows={8} />}
    </>
  )
}

function Users({ page, rows, total, busy }: UserPage & { page: number; busy: boolean }) {
  // Deleting the last row of the last page leaves a page that does not exist.
  const last = Math.max(1, Math.ceil(total / perPage))
  if (!rows.length && !busy && page > last) return <Navigate {...linkTo(last)} replace />
  return (
    <>
      <ul className={styles.rows} aria-busy={busy}>
        {rows.map((user) => (
          <UserRow key={user.id} user={user} page={page} />
        ))}
      </ul>
      <Pager page={page} perPage={perPage} total={total} linkTo={linkTo} />
    </>
  )
}
