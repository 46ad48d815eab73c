import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentence } from './api.ts'
import { type ListedPage, type PagesPage, pageListKey, pagesKey, setPublished } from './pages.ts'
import { toast } from './toasts.ts'

type Change = Pick<ListedPage, 'id' | 'title'> & { published: boolean }

/** Publishes or unpublishes a page at once on the screen; a refusal takes it back and says so. */
export function useSetPublished() {
  const client = useQueryClient()

  const show = ({ id, published }: Change) =>
    client.setQueriesData<PagesPage>(
      { queryKey: pageListKey },
      (list) =>
        list && {
          ...list,
          rows: list.rows.map((page) =>
            page.id === id ? { ...page, is_published: published } : page,
          ),
        },
    )

  const { mutate } = useMutation({
    mutationFn: ({ id, published }: Change) => setPublished(id, published),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: pageListKey })
      show(change)
    },
    onError: (error, change) => {
      show({ ...change, published: !change.published })
      const verb = change.published ? 'published' : 'unpublished'
      toast({
        message: `“${change.title}” was not ${verb}. ${sentence(error, 'Please try again.')}`,
        retry: () => mutate(change),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: pagesKey }),
  })
  return mutate
}
