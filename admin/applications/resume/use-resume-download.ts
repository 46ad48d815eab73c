import { fullName } from '#api/core/http/contract/text.ts'
import type { Named } from '../queries.ts'
import { downloadResume } from './resume.ts'
import { useDownload } from './use-download.ts'

export const useResumeDownload = (application: Named) =>
  useDownload(`${fullName(application)}'s resume`, () => downloadResume(application.id))
