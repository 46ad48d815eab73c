import { fullName } from '#api/core/http/contract/text.ts'
import { answerText } from '#api/hiring/applications/contract/answers.ts'
import { api } from '../../../lib/api/api.ts'
import { download } from '../../../lib/api/download.ts'
import { yesNo } from '../../answers.ts'
import { checkOf } from '../../files/checks.ts'
import { FileState } from '../../files/FileState.tsx'
import type { Application } from '../../queries.ts'
import { DownloadIcon } from '../../resume/DownloadResume.tsx'
import { useDownload } from '../../resume/use-download.ts'
import styles from './Answers.module.css'

type Answer = Application['answers'][number]

/** The answers to the job's questions, with the questions as they were asked. */
export const Answers = ({ application }: { application: Application }) =>
  application.answers.length > 0 && (
    <section aria-labelledby="answers">
      <h2 id="answers">Answers</h2>
      <dl className={`stack measure ${styles.answers}`}>
        {application.answers.map((answer) => (
          <div key={answer.question_id}>
            <dt dir="auto">{answer.label}</dt>
            <dd>
              <AnswerValue application={application} answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )

export const AnswerValue = ({
  application,
  answer,
}: {
  application: Application
  answer: Answer
}) =>
  answer.kind === 'file' ? (
    <AnswerFile application={application} answer={answer} />
  ) : (
    <Value answer={answer} />
  )

const Value = ({ answer }: { answer: Answer }) =>
  Array.isArray(answer.value) ? (
    <ul className={styles.choices}>
      {answer.value.map((choice) => (
        <li key={choice}>{choice}</li>
      ))}
    </ul>
  ) : (
    <p className={styles.text} dir="auto">
      {answerText(answer, yesNo, 'en-GB')}
    </p>
  )

function AnswerFile({ application, answer }: { application: Application; answer: Answer }) {
  const { id } = application
  const { question_id, value } = answer
  const check = checkOf(application, 'answer', question_id)
  const param = { id: String(id), question_id: String(question_id) }
  const saving = useDownload(`${fullName(application)}'s file`, () =>
    download(api.applications[':id'].answers[':question_id'].file.$get({ param })),
  )
  if (check) return <FileState applicationId={id} check={check} name={String(value)} />
  return (
    <button
      type="button"
      className={`button small ${styles.file}`}
      aria-label={`Download ${value}`}
      aria-disabled={saving.isPending}
      onClick={() => !saving.isPending && saving.mutate()}
    >
      <DownloadIcon busy={saving.isPending} /> <span>{value}</span>
    </button>
  )
}
