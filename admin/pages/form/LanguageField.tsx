import { useWatch } from 'react-hook-form'
import { languageChoices } from '../../lib/text/languages.ts'
import { SelectField } from '../../ui/form/SelectField.tsx'
import type { PageFormState } from '../queries.ts'

export function LanguageField({ form }: { form: PageFormState }) {
  const language = useWatch({ control: form.control, name: 'language' })
  return (
    <SelectField
      label="Language of the page"
      help="Search engines and screen readers then read it in that language."
      error={form.formState.errors.language?.message}
      {...form.register('language', { setValueAs: (value: string) => value || null })}
    >
      <option value="">The language of the site</option>
      {languageChoices(language).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
