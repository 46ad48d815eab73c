import { useInfiniteQuery } from '@tanstack/react-query'
import { ImageIcon } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '#api/media/contract/row.ts'
import { Modal } from '../ui/dialog/Modal.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { Empty, Failed, Loading } from '../ui/States.tsx'
import { ChooseFiles, DropArea } from './DropArea.tsx'
import styles from './Media.module.css'
import { PictureGrid } from './PictureGrid.tsx'
import { mediaScrollQuery } from './queries.ts'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './use-uploads.ts'

/** Picks a picture of the library, or a new one: an uploaded file is picked when it has arrived. */
export default function PictureDialog({
  title = 'Choose a picture',
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
  const pictures = list.data?.pages.flatMap(({ rows }) => rows)
  return (
    <Modal title={title} onClose={onClose} size="large">
      <DropArea onFiles={(files) => add(files.slice(0, 1))}>
        <div className={styles.bar}>
          <SearchBox q={q} onSearch={setQ} label="Search pictures" hint="Search name, alt text" />
          <ChooseFiles onFiles={add} label="Upload a picture" />
        </div>
        <UploadList uploads={uploads} />
        {!pictures && !list.error && <Loading rows={4} />}
        {!pictures && list.error && (
          <Failed
            message="Failed to load pictures"
            error={list.error}
            onRetry={() => list.refetch()}
          />
        )}
        {pictures && pictures.length > 0 && (
          <PictureGrid pictures={pictures} onPick={pick} busy={list.isPlaceholderData} />
        )}
        {pictures?.length === 0 && (
          <Empty icon={ImageIcon} title={q ? 'No pictures match' : 'No pictures yet'}>
            {q ? 'Try fewer words.' : 'Upload one, drop it here, or paste it.'}
          </Empty>
        )}
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
