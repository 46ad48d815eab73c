import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { builtInSettings } from '#api/core/site-settings/contract/table.ts'
import { privacyKeys } from '#api/core/site-settings/contract.ts'
import { privacyRules } from '#api/hiring/privacy/contract.ts'
import { EditorFrame } from '../ui/form/EditorFrame.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import { DryRun } from './DryRun.tsx'
import styles from './Privacy.module.css'
import { type Privacy, privacyKey, privacyQuery, type Rules, saveRules } from './queries.ts'

type Values = Record<keyof Rules, string>

/** What people type: a number, or nothing. */
const typed = (rule: z.ZodType<number | null, number | null>) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(rule)

const { shape } = privacyRules
const formRules = z.object({
  keep_undecided_days: typed(shape.keep_undecided_days),
  keep_rejected_days: typed(shape.keep_rejected_days),
  keep_selected_days: typed(shape.keep_selected_days),
  keep_withdrawn_days: typed(shape.keep_withdrawn_days),
  keep_consent_months: typed(shape.keep_consent_months),
})
const resolver = zodResolver(formRules)

const labels = Object.fromEntries(
  privacyKeys.map((key) => [key, builtInSettings[key].label]),
) as Record<keyof Rules, string>

const help: Record<keyof Rules, string> = {
  keep_undecided_days: 'Pending and shortlisted, from the day of the application.',
  keep_rejected_days: 'From the day of the decision.',
  keep_selected_days: 'From the day of the decision.',
  keep_withdrawn_days: 'From the day of the withdrawal.',
  keep_consent_months:
    'The form asks candidates whether you may keep their application that long, from 1 to 36 months. Empty: it does not ask.',
}

const days = (value: string) => ({
  keep_undecided_days: value,
  keep_rejected_days: value,
  keep_selected_days: value,
  keep_withdrawn_days: value,
})

/** Starting points, described in docs/privacy.md. A leap year has 366 days, three years 1,096. */
const presets: { label: string; values: Partial<Values> }[] = [
  {
    label: 'EU practice: six months',
    values: { ...days('180'), keep_undecided_days: '', keep_selected_days: '' },
  },
  { label: 'US (EEOC): one year', values: days('366') },
  { label: 'Ontario: three years', values: days('1096') },
]

const text = (value: number | null | undefined) => (value ? String(value) : '')
const valuesOf = (rules?: Rules): Values => ({
  keep_undecided_days: text(rules?.keep_undecided_days),
  keep_rejected_days: text(rules?.keep_rejected_days),
  keep_selected_days: text(rules?.keep_selected_days),
  keep_withdrawn_days: text(rules?.keep_withdrawn_days),
  keep_consent_months: text(rules?.keep_consent_months),
})

const asRow = (privacy: Privacy) => ({ ...privacy, id: 1, updated_at: privacy.updated_at ?? '' })

export function RulesForm({ privacy }: { privacy: Privacy }) {
  const client = useQueryClient()
  const state = useEntityForm({
    kind: 'rules',
    thing: 'page',
    stored: asRow(privacy),
    valuesOf,
    resolver,
    names: labels,
  })
  const { form, startFrom } = state
  const saving = useSave(state, {
    save: async (rules, basedOn) => {
      const saved = await saveRules(rules, basedOn || undefined)
      client.setQueryData(privacyQuery.queryKey, saved)
      startFrom(asRow(saved))
    },
    key: privacyKey,
    nameOf: () => 'How long applications are kept',
    back: { to: '/privacy' },
  })
  const { errors } = form.formState
  const values = useWatch({ control: form.control })
  const tried = formRules.safeParse({ ...valuesOf(), ...values })

  function fill(preset: Partial<Values>) {
    for (const [name, value] of Object.entries(preset))
      form.setValue(name as keyof Values, value, { shouldDirty: true, shouldValidate: true })
  }
  const field = (name: keyof Rules) => (
    <TextField
      required={false}
      inputMode="numeric"
      label={labels[name]}
      help={help[name]}
      error={errors[name]?.message}
      {...form.register(name)}
    />
  )
  return (
    <EditorFrame {...{ state, saving }} whenChanged action="Save" back={{ to: '/privacy' }}>
      <fieldset className={`row wrap ${styles.presets}`}>
        <legend className="label">Start from</legend>
        {presets.map(({ label, values }) => (
          <button key={label} type="button" className="button small" onClick={() => fill(values)}>
            {label}
          </button>
        ))}
        <p className="help">
          Common periods, not legal advice. Leave empty to keep forever. 30–3,650 days.
        </p>
      </fieldset>
      <div className={styles.rules}>
        {field('keep_undecided_days')}
        {field('keep_rejected_days')}
        {field('keep_selected_days')}
        {field('keep_withdrawn_days')}
      </div>
      {tried.success && <DryRun rules={tried.data} />}
      {field('keep_consent_months')}
    </EditorFrame>
  )
}
