import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type Resolver, useWatch } from 'react-hook-form'
import { scoreLabel, type Verdict, verdictLabel } from '#api/hiring/evaluations/contract/verdict.ts'
import { currentOf } from '../../lib/api/api.ts'
import { Field } from '../../ui/form/Field.tsx'
import { SaveConflict } from '../../ui/save/SaveConflict.tsx'
import { resolved, useEntityForm } from '../../ui/save/use-entity-form.ts'
import { useSave } from '../../ui/save/use-save.ts'
import { activityQuery } from '../activity/queries.ts'
import { focusRecord } from '../focus-record.ts'
import styles from './Evaluations.module.css'
import {
  type EvaluationInput,
  evaluationsKey,
  type Own,
  ownEvaluationQuery,
  saveEvaluation,
} from './queries.ts'
import { Steps } from './Steps.tsx'

export const draftName = (id: number) => `evaluation-${id}`

type Values = Pick<Own['evaluation'], 'verdict' | 'text' | 'criteria'>
type Stored = Own & { id: number; updated_at: string }

const asRow = (id: number, own: Own): Stored => ({ ...own, id, updated_at: own.tag })
const valuesOf = (own?: Stored): Values => ({
  verdict: own?.evaluation.verdict ?? null,
  text: own?.evaluation.text ?? '',
  criteria: own?.evaluation.criteria ?? [],
})

/** The criteria as they are now, with the scores that were chosen before. */
const merged = (typed: Values, stored: Values): Values => ({
  ...typed,
  criteria: stored.criteria.map(({ name, score }) => ({
    name,
    score: (typed.criteria.find((one) => one.name === name) ?? { score }).score,
  })),
})

/** Shows what saving one's own, or waiving it, shows. */
function useShow(id: number) {
  const client = useQueryClient()
  return (saved: Own) => {
    client.setQueryData(ownEvaluationQuery(id).queryKey, saved)
    client.invalidateQueries({ queryKey: [...evaluationsKey(id), 'all'] })
    client.invalidateQueries({ queryKey: activityQuery(id).queryKey })
  }
}

export function useWaive(id: number) {
  const show = useShow(id)
  return useMutation({
    mutationFn: ({ tag }: Own) => saveEvaluation(id, { waived: true }, tag),
    onSuccess: show,
  })
}

/** Typed text and choices outlive a reload and an expired session. */
export function OwnForm({
  id,
  own,
  isLine,
  onTyped,
  onSaved,
  children,
}: {
  id: number
  own: Own
  /** In one line until a verdict is chosen. */
  isLine: boolean
  onTyped: () => void
  onSaved: () => void
  /** Beside the button that saves. */
  children?: ReactNode
}) {
  const client = useQueryClient()
  const show = useShow(id)
  const stored = asRow(id, own)
  const resolver: Resolver<Values, unknown, EvaluationInput> = (values) =>
    resolved<Values, EvaluationInput>(
      { verdict: values.verdict === null ? 'Choose a verdict' : undefined },
      merged(values, valuesOf(stored)),
    )
  const state = useEntityForm<Values, EvaluationInput, Stored>({
    kind: 'evaluation',
    stored,
    valuesOf,
    resolver,
    names: { verdict: 'Your verdict', text: 'Why', criteria: 'Criteria' },
    rows: { criteria: ({ name }) => name },
    show: {
      verdict: (verdict) => verdict && verdictLabel[verdict],
      criteria: (all) => all.map(({ name, score }) => [name, score && scoreLabel[score]]),
    },
    draftName: draftName(id),
    follows: true,
  })
  const saving = useSave(state, {
    save: (json, tag = '') => saveEvaluation(id, json, tag),
    messageOf: () => '',
    failed: 'Your evaluation was not saved',
    // Nobody else changes it.
    by: 'You',
    current: async (refusal) =>
      currentOf(refusal)
        ? asRow(id, await client.fetchQuery({ ...ownEvaluationQuery(id), staleTime: 0 }))
        : undefined,
    onSaved: (saved) => {
      show(saved)
      onSaved()
    },
  })
  const { form } = state
  const { errors, isSubmitting } = form.formState
  const values = merged(useWatch({ control: form.control }) as Values, valuesOf(stored))
  const { verdict, text, criteria } = values
  const root = useRef<HTMLFormElement>(null)
  function change<Name extends keyof Values>(name: Name, value: Values[Name]) {
    form.setValue(name as 'text', value as string, { shouldDirty: true })
    form.clearErrors(name)
    onTyped()
  }

  async function submit() {
    if (verdict === null) root.current?.querySelector<HTMLElement>('input')?.focus()
    await saving.submit()
  }

  // The verdict first: criteria and reasons follow it.
  const isBegun = verdict !== null || text !== '' || criteria.some(({ score }) => score !== null)

  const score = (place: number, value: Verdict | null) =>
    change('criteria', criteria.with(place, { ...criteria[place]!, score: value }))

  return (
    <form
      ref={root}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      noValidate
    >
      <Steps
        id="evaluation-verdict"
        legend={isLine ? 'Give a verdict' : 'Your verdict'}
        isLine={isLine}
        value={verdict}
        onChange={(chosen) => change('verdict', chosen)}
        error={errors.verdict?.message}
      />
      {isBegun && (
        <>
          {criteria.map(({ name, score: scored }, place) => (
            <Steps
              key={name}
              id={`evaluation-criterion-${place}`}
              legend={name}
              value={scored}
              onChange={(chosen) => score(place, chosen)}
              onClear={() => score(place, null)}
              isScore
            />
          ))}
          <Field label="Why" htmlFor="evaluation-text" optional>
            {(control) => (
              <textarea
                {...control}
                className="input"
                rows={text.includes('\n') || text.length > 80 ? 5 : 2}
                value={text}
                onChange={({ target }) => change('text', target.value)}
                onKeyDown={(event) => {
                  if (event.nativeEvent.isComposing) return
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
                  else if (event.key === 'Escape') focusRecord()
                  else return
                  event.preventDefault()
                  event.stopPropagation()
                }}
              />
            )}
          </Field>
          <SaveConflict saving={saving} />
          <p className="error" role="alert">
            {saving.failure}
          </p>
          <div className={styles.buttons}>
            <button type="submit" className="button primary" aria-disabled={isSubmitting}>
              {isSubmitting ? 'Saving...' : 'Save evaluation'}
            </button>
            {children}
          </div>
        </>
      )}
    </form>
  )
}
