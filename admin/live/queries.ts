import { queryOptions } from '@tanstack/react-query'
import { shareAddress, shareDrawing } from '#api/website/share/contract.ts'
import { api, read } from '../lib/api/api.ts'
import { homeSlug } from '../pages/queries.ts'

export const publishedLookQuery = queryOptions({
  queryKey: ['appearance', 'published'],
  queryFn: () => read(api.appearance.published.$get()),
})

/** The address of the picture that Home names as og:image. */
export const sharePictureQuery = (site: string) =>
  queryOptions({
    queryKey: ['appearance', 'share-picture', homeSlug, site],
    queryFn: async () => {
      const [home, look] = await Promise.all([
        read(api.pages.slug[':slug'].$get({ param: { slug: homeSlug } })),
        read(api.appearance.published.$get()),
      ])
      return shareAddress('pages', home.id, shareDrawing(home, site, look))
    },
  })
