import { useQuery } from '@tanstack/react-query'
import { jobModesQuery } from './queries.ts'

const notProvided = { letter: 'No motivation letter provided.', resume: 'No resume provided.' }
const notAskedFor = { letter: 'No letter was asked for.', resume: 'No resume was asked for.' }

/** Says that there is no letter or resume, and whether the job asks for one. */
export function Missing({
  part,
  jobId,
  className,
}: {
  part: 'letter' | 'resume'
  jobId: number
  className: string | undefined
}) {
  const { data: modes } = useQuery(jobModesQuery(jobId))
  return <p className={className}>{(modes?.[part] === 'off' ? notAskedFor : notProvided)[part]}</p>
}
