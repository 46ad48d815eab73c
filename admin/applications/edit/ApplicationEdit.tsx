import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { fullName, visibleText } from '#api/core/http/contract/text.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { LoadError } from '../LoadError.tsx'
import { Missing } from '../Missing.tsx'
import { type Application, applicationDetailQuery } from '../queries.ts'
import styles from './ApplicationEdit.module.css'
import { EditForm } from './EditForm.tsx'

/** The edit form beside the letter; `?scroll=notes` scrolls to the notes. */
export default function ApplicationEdit() {
  const id = Number(useParams({ strict: false }).id)
  const { scroll } = useSearch({ strict: false }) as { scroll?: string }
  const { data, error, refetch } = useQuery(applicationDetailQuery(id))
  if (!data) return <LoadError title="Edit Application" error={error} onRetry={() => refetch()} />
  return (
    <>
      <PageHeader
        title="Edit Application"
        documentTitle={`Edit Application – ${fullName(data)}`}
        description={`${fullName(data)} · ${data.job_title}`}
        back={{ to: `/applications/${id}`, label: 'Back to Application' }}
      />
      <div className={styles.columns}>
        <EditForm key={id} application={data} toNotes={scroll === 'notes'} />
        <Letter application={data} />
      </div>
    </>
  )
}

const Letter = ({ application: { job_id, motivation_letter } }: { application: Application }) => (
  <section className={styles.letter} aria-labelledby="letter">
    <h2 id="letter">Motivation letter</h2>
    {visibleText(motivation_letter) ? (
      <RichText html={motivation_letter} />
    ) : (
      <Missing part="letter" jobId={job_id} className="help" />
    )}
  </section>
)
