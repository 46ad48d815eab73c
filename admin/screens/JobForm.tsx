import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { sentence } from '../lib/api.ts'
import { jobFormQuery } from '../lib/jobs.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import { JobEditor } from './jobs/JobEditor.tsx'

export default function JobForm() {
  const { id } = useParams({ strict: false })
  const { page } = useSearch({ strict: false }) as { page?: string }
  const back = { to: '/jobs', search: { page } }
  return (
    <>
      <PageHeader
        title={id ? 'Edit Job Opening' : 'Create New Job Opening'}
        back={{ ...back, label: 'Back to Jobs' }}
      />
      {id ? <StoredJob key={id} id={id} back={back} /> : <JobEditor back={back} />}
    </>
  )
}

type Back = { to: string; search: { page: string | undefined } }

function StoredJob({ id, back }: { id: string; back: Back }) {
  const { data, error, refetch } = useQuery(jobFormQuery(id))
  if (data) return <JobEditor job={data} back={back} />
  if (!error) return <Loading rows={4} />
  return (
    <Failed
      message="Failed to load job data"
      reason={sentence(error, '')}
      onRetry={() => refetch()}
      back={{ ...back, label: 'Back to Jobs' }}
    />
  )
}
