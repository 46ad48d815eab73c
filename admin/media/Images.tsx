import { useQuery } from '@tanstack/react-query'
import { ImageIcon, SearchX } from 'lucide-react'
import { useState } from 'react'
import { accepted } from '#api/website/media/contract.ts'
import { perPage } from '../lib/api/entity-queries.ts'
import { useSearchParams } from '../lib/hooks/use-search-params.ts'
import { ChooseFiles, DropArea } from '../ui/files/DropArea.tsx'
import { atPage, readPage } from '../ui/list/PagedList.tsx'
import { Pager } from '../ui/list/Pager.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import styles from './Media.module.css'
import { PictureDetails } from './PictureDetails.tsx'
import { PictureGrid } from './PictureGrid.tsx'
import { type MediaFilters, mediaListQuery } from './queries.ts'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './use-uploads.ts'

const toSearch = ({ q, unused }: MediaFilters) => ({
  ...(q && { q }),
  ...(unused && { unused: 1 }),
})

function useFilters() {
  const [search, setSearch] = useSearchParams('/images')
  const { q = '', unused } = search
  const filters = { q: String(q), unused: Boolean(unused) }
  const filter = (change: Partial<MediaFilters>) =>
    setSearch(toSearch({ ...filters, ...change }), { replace: true })
  return { filters, filter, page: readPage(search) }
}

/** The library of images. */
export default function Images() {
  const { filters, filter, page } = useFilters()
  const list = useQuery(mediaListQuery(filters, page))
  const { uploads, add } = useUploads(() => undefined)
  const [shown, setShown] = useState<number>()
  const picture = list.data?.rows.find(({ id }) => id === shown)
  return (
    <DropArea word="Drop to add to your images" onFiles={add}>
      <PageHeader
        title="Images"
        description="For pages, job descriptions and the appearance of your site."
        actions={<ChooseFiles accepted={accepted} label="Upload images" onFiles={add} primary />}
      />
      <div className={`row wrap ${styles.bar}`}>
        <SearchBox
          q={filters.q}
          onSearch={(q) => filter({ q })}
          label="Search images"
          hint="Search name, alt text"
        />
        <label className={`row ${styles.unused}`}>
          <input
            type="checkbox"
            checked={filters.unused}
            onChange={(event) => filter({ unused: event.target.checked })}
          />
          Unused only
        </label>
      </div>
      <UploadList uploads={uploads} />
      <Loaded query={list} failed="Failed to load images" rows={8}>
        {({ rows, total }) =>
          total ? (
            <>
              <PictureGrid
                pictures={rows}
                onPick={({ id }) => setShown(id)}
                busy={list.isPlaceholderData}
              />
              <Pager
                page={page}
                perPage={perPage}
                total={total}
                linkTo={(to) => atPage('/images', to, toSearch(filters))}
              />
            </>
          ) : (
            <NoImages filters={filters} onClear={() => filter({ q: '', unused: false })} />
          )
        }
      </Loaded>
      {picture && (
        <PictureDetails key={picture.id} picture={picture} onClose={() => setShown(undefined)} />
      )}
    </DropArea>
  )
}

const NoImages = ({
  filters,
  onClear,
}: {
  filters: { q: string; unused: boolean }
  onClear: () => void
}) =>
  filters.q || filters.unused ? (
    <Empty
      icon={SearchX}
      title="No images match"
      action={
        <button type="button" className="button" onClick={onClear}>
          Show all images
        </button>
      }
    >
      {filters.unused ? 'Every image is used, or none has these words.' : 'Try fewer words.'}
    </Empty>
  ) : (
    <Empty icon={ImageIcon} title="No images yet">
      Drop images here, paste one, or choose them with Upload images: JPEG, PNG, WebP, AVIF or SVG,
      up to 15 MB each.
    </Empty>
  )
