import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Verdict } from '#api/hiring/evaluations/contract/verdict.ts'
import { complaint, isConflict } from '../../lib/api/api.ts'
import { useDraft } from '../../lib/drafts/use-draft.ts'
import { Field } from '../../ui/form/Field.tsx'
import { activityQuery } from '../activity/queries.ts'
import { focusRecord } from '../focus-record.ts'
import styles from './Evaluations.module.css'
import { evaluationsKey, type Own, ownEvaluationQuery, saveEvaluation } from './queries.ts'
import { Steps } from './Steps.tsx'

export const draftName = (id: number) => `evaluation-${id}`

type Values = Pick<Own['evaluation'], 'verdict' | 'text' | 'criteria'>

const valuesOf = ({ verdict, text, criteria }: Own['evaluation']): Values => ({
  verdict,
  text,
  criteria,
})

/** The criteria as they are now, with the scores that were chosen before. */
const merged = (typed: Values, stored: Values): Values => ({
  ...typed,
  criteria: stored.criteria.map(({ name, score }) => ({
    name,
    score: (typed.criteria.find((one) => one.name === name) ?? { score }).score,
  })),
})

/** Saves one's own, or waives it, and shows what that shows. */
export function useSave(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ json, tag }: { json: Parameters<typeof saveEvaluation>[1]; tag: string }) =>
      saveEvaluation(id, json, tag),
    onSuccess: (saved) => {
      client.setQueryData(ownEvaluationQuery(id).queryKey, saved)
      client.invalidateQueries({ queryKey: [...evaluationsKey(id), 'all'] })
      client.invalidateQueries({ queryKey: activityQuery(id).queryKey })
    },
    // Saved again, it goes over the newer one.
    onError: (error) =>
      isConflict(error) &&
      client.invalidateQueries({ queryKey: ownEvaluationQuery(id).queryKey, exact: true }),
  })
}

const faultOf = (error: Error) =>
  isConflict(error)
    ? 'You have changed this evaluation in another window. Save again to replace it with this one.'
    : complaint('Your evaluation was not saved', error)

/** Typed text and choices outlive a reload and an expired session. */
export function OwnForm({
  id,
  own: { evaluation, tag },
  onTyped,
  onSaved,
  children,
}: {
  id: number
  own: Own
  onTyped: () => void
  onSaved: () => void
  /** Beside the button that saves. */
  children?: ReactNode
}) {
  const stored = valuesOf(evaluation)
  const [typed, setTyped] = useState<Values>()
  const { draft, clear } = useDraft(draftName(id), typed ?? stored, { enabled: Boolean(typed) })
  const values = merged(typed ?? draft ?? stored, stored)
  const { verdict, text, criteria } = values
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { mutate, error, isPending } = useSave(id)
  function change(part: Partial<Values>) {
    setTyped({ ...values, ...part })
    onTyped()
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    setIsMissing(verdict === null)
    if (verdict === null) return form.current?.querySelector<HTMLElement>('input')?.focus()
    mutate(
      { json: { verdict, text, criteria }, tag },
      {
        onSuccess: () => {
          clear()
          setTyped(undefined)
          onSaved()
        },
      },
    )
  }

  const score = (place: number, value: Verdict | null) =>
    change({
      criteria: criteria.map((one, index) => (index === place ? { ...one, score: value } : one)),
    })

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Steps
        id="evaluation-verdict"
        legend="Your verdict"
        value={verdict}
        onChange={(chosen) => change({ verdict: chosen })}
        error={isMissing && verdict === null ? 'Choose a verdict' : undefined}
      />
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
            onChange={({ target }) => change({ text: target.value })}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
              else if (event.key === 'Escape') focusRecord()
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
        )}
      </Field>
      <p className="error" role="alert">
        {error && faultOf(error)}
      </p>
      <div className={styles.buttons}>
        <button type="submit" className="button" aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Save Evaluation'}
        </button>
        {children}
      </div>
    </form>
  )
}
