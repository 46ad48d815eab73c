import { useMutation } from '@tanstack/react-query'
import { fullName } from '#api/http/contract/text.ts'
import { ApiError, sentence } from '../lib/api-error.ts'
import { toast } from '../lib/toasts.ts'
import type { Named } from './queries.ts'
import { downloadResume } from './resume.ts'

export function useResumeDownload(application: Named) {
  const download = useMutation({
    mutationFn: () => downloadResume(application.id),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return
      toast({
        message: `Couldn't download ${fullName(application)}'s resume. ${sentence(error, 'Please try again.')}`,
        retry: () => download.mutate(),
      })
    },
  })
  return download
}
