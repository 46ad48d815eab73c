import { useQuery } from '@tanstack/react-query'
import { api, read } from '../../lib/api/api.ts'
import { sentence } from '../../lib/api/api-error.ts'
import { formatDate } from '../../lib/text/format.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { RichText } from '../../ui/RichText.tsx'

const noticeQuery = (id: number) => ({
  queryKey: ['privacy-notice', id],
  queryFn: () => read(api.privacy.notices[':id'].$get({ param: { id: String(id) } })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The privacy notice that the candidate was shown. */
export function ShownNotice({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useQuery(noticeQuery(id))
  return (
    <Modal title={data?.title ?? 'Privacy notice'} onClose={onClose} size="large">
      {error && <p className="error">{sentence(error, 'The notice could not be read')}</p>}
      {data && (
        <>
          <p className="help">This version is in use since {formatDate(data.created_at)}.</p>
          <RichText html={data.content} />
        </>
      )}
    </Modal>
  )
}
