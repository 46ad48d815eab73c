import type { LanguageCount } from '#api/office/translations/contract/row.ts'
import { languageName } from '../lib/text/language-name.ts'
import { Confirm } from '../ui/dialog/Confirm.tsx'

const sentence = ({ language, count }: LanguageCount) =>
  count === 1
    ? `1 ${languageName(language)} page, job or text will no longer be shown.`
    : `${count.toLocaleString('en')} ${languageName(language)} pages, jobs and texts will no longer be shown.`

/** Asks before visitors lose translations. */
export const ConfirmLanguages = ({
  hidden,
  onConfirm,
  onClose,
}: {
  hidden: LanguageCount[]
  onConfirm: () => void | Promise<void>
  onClose: () => void
}) => (
  <Confirm
    title="Switch off a language?"
    message={
      <div className="stack">
        {hidden.map((one) => (
          <p key={one.language}>{sentence(one)}</p>
        ))}
        <p>They are kept, and shown again when you switch the language on.</p>
      </div>
    }
    action="Switch off"
    onConfirm={onConfirm}
    onClose={onClose}
  />
)

export type NewMain = { language: string; lacking: number }

/** Asks before texts in the main language of now are taken to be in another one. */
export const ConfirmMainLanguage = ({
  main: { language, lacking },
  onConfirm,
  onClose,
}: {
  main: NewMain
  onConfirm: () => void | Promise<void>
  onClose: () => void
}) => (
  <Confirm
    title={`Make ${languageName(language)} the main language?`}
    message={
      <div className="stack">
        <p>
          {lacking === 1
            ? `1 text has no ${languageName(language)} version and will be shown as ${languageName(language)}.`
            : `${lacking.toLocaleString('en')} texts have no ${languageName(language)} version and will be shown as ${languageName(language)}.`}
        </p>
        <p>Translate them before, or write them anew afterwards.</p>
      </div>
    }
    action="Change the main language"
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
