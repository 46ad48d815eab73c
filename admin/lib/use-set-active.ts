import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentence } from './api.ts'
import { type Job, type JobPage, jobPagesKey, jobsKey, setActive } from './jobs.ts'
import { toast } from './toasts.ts'

type Change = Pick<Job, 'id' | 'title'> & { active: boolean }

/** Activates or deactivates a job at once on the screen; a refusal takes it back and says so. */
export function useSetActive() {
  const client = useQueryClient()

  const show = ({ id, active }: Change) =>
    client.setQueriesData<JobPage>(
      { queryKey: jobPagesKey },
      (page) =>
        page && {
          ...page,
          rows: page.rows.map((job) => (job.id === id ? { ...job, is_active: active } : job)),
        },
    )

  const { mutate } = useMutation({
    mutationFn: ({ id, active }: Change) => setActive(id, active),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: jobPagesKey })
      show(change)
    },
    onError: (error, change) => {
      show({ ...change, active: !change.active })
      const verb = change.active ? 'activated' : 'deactivated'
      toast({
        message: `“${change.title}” was not ${verb}. ${sentence(error, 'Please try again.')}`,
        retry: () => mutate(change),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  })
  return mutate
}
