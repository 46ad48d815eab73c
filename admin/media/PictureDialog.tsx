import { useInfiniteQuery } from '@tanstack/react-query'
import { ImageIcon } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '#api/website/media/contract/row.ts'
import { accepted } from '#api/website/media/contract.ts'
import { Modal } from '../ui/dialog/Modal.tsx'
import { ChooseFiles, DropArea } from '../ui/files/DropArea.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import styles from './Media.module.css'
import { PictureGrid } from './PictureGrid.tsx'
import { mediaScrollQuery } from './queries.ts'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './use-uploads.ts'

/** Picks a picture of the library, or a new one: an uploaded file is picked when it has arrived. */
export default function PictureDialog({
  title = 'Choose an image',
  onPick,
  onClose,
}: {
  title?: string
  onPick: (picture: Media) => void
  onClose: () => void
}) {
  const [q, setQ] = useState('')
  const pick = (picture: Media) => {
    onPick(picture)
    onClose()
  }
  const { uploads, add } = useUploads(pick)
  const list = useInfiniteQuery(mediaScrollQuery({ q, unused: false }))
  return (
    <Modal title={title} onClose={onClose} size="large">
      <DropArea word="Drop to add to your images" onFiles={(files) => add(files.slice(0, 1))}>
        <div className={`row wrap ${styles.bar}`}>
          <SearchBox q={q} onSearch={setQ} label="Search images" hint="Search name, alt text" />
          <ChooseFiles accepted={accepted} onFiles={add} label="Upload an image" />
        </div>
        <UploadList uploads={uploads} />
        <Loaded query={list} failed="Failed to load images" rows={4}>
          {({ pages }) =>
            pages[0]?.rows.length ? (
              <PictureGrid
                pictures={pages.flatMap(({ rows }) => rows)}
                onPick={pick}
                busy={list.isPlaceholderData}
              />
            ) : (
              <Empty icon={ImageIcon} title={q ? 'No images match' : 'No images yet'}>
                {q ? 'Try fewer words.' : 'Upload one, drop it here, or paste it.'}
              </Empty>
            )
          }
        </Loaded>
        {list.hasNextPage && (
          <button
            type="button"
            className="button"
            aria-disabled={list.isFetchingNextPage}
            onClick={() => list.isFetchingNextPage || list.fetchNextPage()}
          >
            Show more
          </button>
        )}
      </DropArea>
    </Modal>
  )
}
