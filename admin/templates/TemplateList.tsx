import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { statusLabel } from '../status/StatusBadge.tsx'
import { Created, ListRow } from '../ui/list/ListRow.tsx'
import { atPage, PagedList, usePageNumber } from '../ui/list/PagedList.tsx'
import { RowActions } from '../ui/list/RowActions.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty } from '../ui/States.tsx'
import { deleteTemplate, type Template, templateListQuery, templatesKey } from './queries.ts'

export default function TemplateList() {
  const page = usePageNumber()
  const list = useQuery(templateListQuery(page))
  return (
    <>
      <PageHeader
        title="Templates"
        description="Reusable emails to candidates."
        actions={
          <Link className="button primary" to="/templates/new">
            <Plus size={17} aria-hidden /> New template
          </Link>
        }
      />
      <PagedList
        path="/templates"
        page={page}
        list={list}
        failed="Failed to load templates"
        empty={
          <Empty
            icon={MailPlus}
            title="No templates yet"
            action={
              <Link className="button primary" to="/templates/new">
                Write your first email
              </Link>
            }
          >
            It can be the one that notifies candidates of a decision.
          </Empty>
        }
      >
        {(template) => <TemplateRow key={template.id} template={template} page={page} />}
      </PagedList>
    </>
  )
}

function TemplateRow({ template, page }: { template: Template; page: number }) {
  const { id, name, subject, status } = template
  const [isDeleting, setIsDeleting] = useState(false)
  const edit = atPage(`/templates/${id}/edit`, page)
  return (
    <ListRow
      name={name}
      edit={edit}
      badges={status && <span className="badge">Sent on: {statusLabel[status]}</span>}
      description={subject}
      facts={<Created at={template.created_at} />}
      actions={
        <RowActions name={name} edit={edit} onDelete={() => setIsDeleting(true)}>
          {isDeleting && (
            <DeleteRow
              name={name}
              thing="template"
              send={() => deleteTemplate(id)}
              queries={templatesKey}
              onClose={() => setIsDeleting(false)}
            >
              {status &&
                `Without it candidates get no email when they are ${status}, until another template is set.`}
            </DeleteRow>
          )}
        </RowActions>
      }
    />
  )
}
