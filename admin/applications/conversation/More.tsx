import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type Template, templateChoicesQuery } from '../../templates/queries.ts'
import { MenuButton } from '../../ui/list/MenuButton.tsx'
import type { Application } from '../queries.ts'
import { inTheirLanguage, useReads } from '../use-candidate-language.ts'

export type MoreMenu = { application: Application; onAsk: () => void }

/** What else a composer offers: templates, and a request for a file. */
export function More({
  application,
  onAsk,
  onTemplate,
}: MoreMenu & { onTemplate: (chosen: Template) => void }) {
  const { withdrawn_at } = application
  const reads = useReads(application)
  const { data: templates = [] } = useQuery(templateChoicesQuery)
  const ask = withdrawn_at ? [] : [{ word: 'Ask for a file', onClick: onAsk }]
  const actions = [
    ...ask,
    ...templates.map((template) => ({
      word: `Template: ${template.name}`,
      onClick: () => onTemplate(inTheirLanguage(template, reads)),
    })),
  ]
  if (!actions.length) return <span />
  return (
    <MenuButton
      label="Insert a template or ask for a file"
      actions={actions}
      className="button quiet small"
    >
      <Plus size={18} aria-hidden />
    </MenuButton>
  )
}
