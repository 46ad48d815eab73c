import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { sentence } from '../lib/api.ts'
import { pageFormQuery } from '../lib/pages.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Failed, Loading } from '../ui/States.tsx'
import { PageEditor } from './pages/PageEditor.tsx'

export default function PageForm() {
  const { id } = useParams({ strict: false })
  const { page } = useSearch({ strict: false }) as { page?: string }
  const back = { to: '/pages', search: { page } }
  return (
    <>
      <PageHeader
        title={id ? 'Edit Page' : 'Create New Page'}
        back={{ ...back, label: 'Back to Pages' }}
      />
      {id ? <StoredPage key={id} id={id} back={back} /> : <PageEditor back={back} />}
    </>
  )
}

type Back = { to: string; search: { page: string | undefined } }

function StoredPage({ id, back }: { id: string; back: Back }) {
  const { data, error, refetch } = useQuery(pageFormQuery(id))
  if (data) return <PageEditor page={data} back={back} />
  if (!error) return <Loading rows={4} />
  return (
    <Failed
      message="Failed to load page data"
      reason={sentence(error, '')}
      onRetry={() => refetch()}
      back={{ ...back, label: 'Back to Pages' }}
    />
  )
}
