import type { Words } from '#api/core/words/contract.ts'
import type { StagedFile } from '#api/hiring/applications/contract/staged.ts'
import type { FormQuestion } from '../form-fields.ts'
import { ChoiceField } from './ChoiceField.tsx'
import { FileField } from './FileField.tsx'
import { TextField } from './TextField.tsx'

type Props = {
  question: FormQuestion
  /** What the question is written in. */
  lang: string | undefined
  words: Words['form']
  language: string
  /** Several choices have a line each. */
  defaultValue: string
  rules: string
  staged: StagedFile | undefined
  error: string | undefined
  onEdit: () => void
  hydrated: boolean
  onChoose: (file: File | null) => void
  onRefuse: (error: string) => void
}

export function QuestionField({
  question,
  lang,
  words,
  language,
  rules,
  staged,
  hydrated,
  onChoose,
  onRefuse,
  ...given
}: Props) {
  const { name, label, help, required, kind, choices, input } = question
  const { optional, required: requiredText } = words
  const field = { name, label, lang, help, required, optional, ...given }
  if (choices)
    return (
      <ChoiceField
        {...field}
        {...{ requiredText }}
        choices={choices}
        isMultiple={kind === 'multiple_choice'}
      />
    )
  if (input) return <TextField {...field} {...{ requiredText }} {...input} autoComplete="off" />
  return (
    <FileField {...field} {...{ words, language, rules, staged, hydrated, onChoose, onRefuse }} />
  )
}
