import type { StagedFile } from '#api/applications/contract/staged.ts'
import type { Words } from '#api/words/contract.ts'
import { ChoiceField } from './ChoiceField.tsx'
import { FileField } from './FileField.tsx'
import type { FormQuestion } from './form-fields.ts'
import { TextField } from './TextField.tsx'

type Props = {
  question: FormQuestion
  words: Words['form']
  language: string
  /** Several choices have a line each. */
  defaultValue: string
  rules: string
  staged: StagedFile | undefined
  error: string | undefined
  onEdit: () => void
  onChoose: (file: File | null) => void
}

export function QuestionField({
  question,
  words,
  language,
  rules,
  staged,
  onChoose,
  ...given
}: Props) {
  const { name, label, help, required, kind, choices, input } = question
  const field = { name, label, help, required, optional: words.optional, ...given }
  if (choices)
    return <ChoiceField {...field} choices={choices} isMultiple={kind === 'multiple_choice'} />
  if (input) return <TextField {...field} {...input} autoComplete="off" />
  return <FileField {...field} {...{ words, language, rules, staged, onChoose }} />
}
