import type { LanguageCount } from '#api/office/translations/contract/row.ts'
import { languageName } from '../lib/text/language-name.ts'
import type { countLacking } from '../other-languages/queries.ts'
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

type Lacking = Awaited<ReturnType<typeof countLacking>>
export type NewMain = { language: string; lacking: Lacking }

const things = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one} has` : `${count.toLocaleString('en')} ${many} have`

/** What becomes of what is not translated into the new main language. */
function consequences({ language, lacking: { count, following, kept } }: NewMain) {
  const name = languageName(language)
  const asIt = `no ${name} version and will be shown as ${name}.`
  return [
    count && `${things(count, 'text', 'texts')} ${asIt}`,
    following && `${things(following, 'page or job', 'pages and jobs')} ${asIt}`,
    kept &&
      `${things(kept, 'page or job', 'pages and jobs')} no ${name} version. Visitors read ${kept === 1 ? 'it in the language it was' : 'them in the language they were'} written in.`,
  ].filter(Boolean)
}

/** Asks before texts in the main language of now are taken to be in another one. */
export const ConfirmMainLanguage = ({
  main,
  onConfirm,
  onClose,
}: {
  main: NewMain
  onConfirm: () => void | Promise<void>
  onClose: () => void
}) => (
  <Confirm
    title={`Make ${languageName(main.language)} the main language?`}
    message={
      <div className="stack">
        {consequences(main).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>Translate them before, or write them anew afterwards.</p>
      </div>
    }
    action="Change the main language"
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
