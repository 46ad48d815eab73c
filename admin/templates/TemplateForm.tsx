import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type Control, type UseFormRegister, useWatch } from 'react-hook-form'
import { newTemplate } from '#api/core/templates/contract.ts'
import { applicationStatuses } from '#api/hiring/applications/contract/status.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import { OtherLanguages } from '../other-languages/OtherLanguages.tsx'
import { FormScreen } from '../rows/FormScreen.tsx'
import { statusLabel } from '../status/StatusBadge.tsx'
import { EditorFrame } from '../ui/form/EditorFrame.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { EmailFields } from './EmailFields.tsx'
import { EmailPreview } from './EmailPreview.tsx'
import {
  saveTemplate,
  type Template,
  type TemplateFormState,
  type TemplateValues,
  templateChoicesQuery,
  templateFormQuery,
  templatesKey,
} from './queries.ts'
import { translatedEmail } from './TranslatedEmail.tsx'

export default function TemplateForm() {
  return (
    <FormScreen
      titles={{ new: 'Create New Template', edit: 'Edit Template' }}
      list={{ to: '/templates', label: 'Back to Templates' }}
      thing="template"
      query={templateFormQuery}
    >
      {(back, template) => <TemplateEditor template={template} back={back} />}
    </FormScreen>
  )
}

const resolver = zodResolver(newTemplate)

const valuesOf = (template?: Template): TemplateValues => ({
  name: template?.name ?? '',
  subject: template?.subject ?? '',
  body: template?.body ?? '',
  status: template?.status ?? null,
})

const names: Record<keyof TemplateValues, string> = {
  name: 'Name',
  subject: 'Subject',
  body: 'Message',
  status: 'Send when an application becomes',
}

const example = {
  id: 128,
  reference: 'K7M3QX',
  first_name: 'Alex',
  last_name: 'Morgan',
  job_title: 'Office Manager',
}

function TemplateEditor({ template, back }: { template: Template | undefined; back: LinkTarget }) {
  const state = useEntityForm({ kind: 'template', stored: template, valuesOf, resolver, names })
  const { form } = state
  const saving = useSave(state, {
    save: (input, basedOn) => saveTemplate(input, template?.id, basedOn),
    key: templatesKey,
    nameOf: ({ name }) => name,
    back,
  })
  const { subject, body } = useWatch({ control: form.control })
  return (
    <EditorFrame
      {...{ state, saving, back }}
      whenChanged={template !== undefined}
      action={template ? 'Update template' : 'Create template'}
    >
      <TextField
        label="Name *"
        help="Only staff see it."
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <EmailFields
        register={form.register as unknown as UseFormRegister<{ subject: string; body: string }>}
        control={form.control as unknown as Control<{ subject: string; body: string }>}
        errors={form.formState.errors}
      />
      <EmailPreview subject={subject ?? ''} body={body ?? ''} to={example} />
      {template && (
        <OtherLanguages
          kind="template"
          subject={String(template.id)}
          thing={template.name}
          version={template.updated_at}
          {...translatedEmail}
        />
      )}
      <DecisionField form={form} id={template?.id} />
    </EditorFrame>
  )
}

/** The decision of which the template tells, and the template that does so now. */
function DecisionField({ form, id }: { form: TemplateFormState; id: number | undefined }) {
  const { data: templates } = useQuery(templateChoicesQuery)
  const status = useWatch({ control: form.control, name: 'status' })
  const other = templates?.find((each) => status && each.status === status && each.id !== id)
  return (
    <SelectField
      label="Send when an application becomes"
      help={
        other
          ? `“${other.name}” does so now. When you save, this template takes its place.`
          : 'The default email for this status.'
      }
      error={form.formState.errors.status?.message}
      {...form.register('status', { setValueAs: (value) => value || null })}
    >
      <option value="">No decision</option>
      {applicationStatuses.map((each) => (
        <option key={each} value={each}>
          {statusLabel[each]}
        </option>
      ))}
    </SelectField>
  )
}
