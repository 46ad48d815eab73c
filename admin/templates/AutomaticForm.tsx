import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Control, type UseFormRegister, useWatch } from 'react-hook-form'
import { fullName } from '#api/core/http/contract/text.ts'
import {
  type AutomaticPlaceholder,
  automaticText,
  emailsToStaff,
} from '#api/core/templates/contract/automatic.ts'
import { deleted } from '../lib/api/api.ts'
import { usePerson } from '../lib/hooks/use-person.ts'
import type { LinkTarget } from '../lib/link-target.ts'
import { toast } from '../lib/toasts.ts'
import { OtherLanguages } from '../other-languages/OtherLanguages.tsx'
import { FormScreen } from '../rows/FormScreen.tsx'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { EditorFrame } from '../ui/form/EditorFrame.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import styles from './AutomaticForm.module.css'
import { aboutAutomatic } from './automatic-emails.ts'
import { EmailFields } from './EmailFields.tsx'
import { FilledEmail } from './EmailPreview.tsx'
import { OfferedPlaceholders } from './placeholder-label.ts'
import {
  type Automatic,
  type AutomaticValues,
  automaticFormQuery,
  resetAutomatic,
  saveAutomatic,
  templatesKey,
} from './queries.ts'
import { translatedEmail } from './TranslatedEmail.tsx'

const title = 'Edit Automatic Email'

export default function AutomaticForm() {
  return (
    <FormScreen
      titles={{ new: title, edit: title }}
      list={{ to: '/templates/automatic', label: 'Back to Automatic Emails' }}
      thing="automatic email"
      query={automaticFormQuery}
    >
      {(back, stored) => stored && <AutomaticEditor stored={stored} back={back} />}
    </FormScreen>
  )
}

const valuesOf = (row?: Automatic): AutomaticValues => ({
  subject: row?.subject ?? '',
  body: row?.body ?? '',
})

const names: Record<keyof AutomaticValues, string> = { subject: 'Subject', body: 'Message' }

function AutomaticEditor({ stored, back }: { stored: Automatic; back: LinkTarget }) {
  const { name, placeholders } = stored
  const { label, when } = aboutAutomatic[name]
  const resolver = zodResolver(automaticText(name))
  const state = useEntityForm({ kind: 'automatic email', stored, valuesOf, resolver, names })
  const { form } = state
  const saving = useSave(state, {
    save: (input, basedOn) => saveAutomatic(name, input, basedOn),
    key: templatesKey,
    nameOf: () => label,
    back,
  })
  const { subject, body } = useWatch({ control: form.control })
  return (
    <EditorFrame {...{ state, saving, back }} whenChanged action="Update email">
      <div className={styles.head}>
        <div>
          <h2>{label}</h2>
          <p>{when}</p>
        </div>
        {stored.is_changed && (
          <ResetButton stored={stored} back={back} onReset={state.forgetDraft} />
        )}
      </div>
      <OfferedPlaceholders value={placeholders as AutomaticPlaceholder[]}>
        <EmailFields
          register={form.register as unknown as UseFormRegister<AutomaticValues>}
          control={form.control as unknown as Control<AutomaticValues>}
          errors={form.formState.errors}
          help={{
            subject: `You can use ${placeholders.map((each) => `{${each}}`).join(', ')}.`,
            body: 'Links and facts are added below your message, as the preview shows.',
          }}
        />
        {stored.is_changed && !emailsToStaff.includes(name) && (
          <OtherLanguages
            kind="automatic"
            subject={name}
            thing={label}
            version={stored.updated_at}
            {...translatedEmail}
          />
        )}
      </OfferedPlaceholders>
      <AutomaticPreview stored={stored} subject={subject ?? ''} body={body ?? ''} />
    </EditorFrame>
  )
}

/** The email with example values, and what Foyer adds to it. */
function AutomaticPreview({
  stored: { name },
  subject,
  body,
}: {
  stored: Automatic
  subject: string
  body: string
}) {
  const { data: settings } = useQuery(publicSettingsQuery)
  const me = usePerson()
  const values: Record<AutomaticPlaceholder, string> = {
    greeting: 'Dear Alex Morgan,',
    applicant: 'Alex Morgan',
    job_title: 'Office Manager',
    reference: 'K7M3QX',
    site_name: settings?.site_name ?? '',
    sender_name: fullName(me),
  }
  return (
    <FilledEmail title="Preview with an example" {...{ subject, body, values }}>
      <div className={styles.added}>
        <p>Always added below, so that it can’t be removed by mistake:</p>
        <ul>
          {aboutAutomatic[name].added.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </div>
    </FilledEmail>
  )
}

function ResetButton({
  stored: { name, built_in },
  back,
  onReset,
}: {
  stored: Automatic
  back: LinkTarget
  onReset: () => void
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const { label } = aboutAutomatic[name]

  async function reset() {
    await deleted(resetAutomatic(name))
    onReset()
    client.invalidateQueries({ queryKey: templatesKey, refetchType: 'none' })
    toast({ message: `“${label}” has its original text again`, kind: 'done' })
    await navigate({ to: back.to, search: back.search ?? {}, ignoreBlocker: true })
  }

  return (
    <>
      <button type="button" className="button" onClick={() => setIsAsking(true)}>
        Reset to the original
      </button>
      {isAsking && (
        <Confirm
          title={`Reset “${label}”?`}
          message={
            <p>
              Your text is deleted, and the original is sent again: “{built_in.subject}”. This can’t
              be undone.
            </p>
          }
          action="Reset"
          onConfirm={reset}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
