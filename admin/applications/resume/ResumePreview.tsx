import { fullName } from '#api/core/http/contract/text.ts'
import type { ResumeType } from '../../resume-frame/messages.ts'
import { Modal } from '../../ui/dialog/Modal.tsx'
import type { Application } from '../queries.ts'
import { ResumeView } from './ResumeView.tsx'

export const ResumePreview = ({
  application,
  type,
  onClose,
}: {
  application: Application
  type: ResumeType
  onClose: () => void
}) => (
  <Modal title={`${fullName(application)}'s resume`} size="large" onClose={onClose}>
    <ResumeView application={application} type={type} takesFocus onEscape={onClose} />
  </Modal>
)
