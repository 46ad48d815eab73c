import { useSyncExternalStore } from 'react'
import type { Tell } from '#api/hiring/applications/contract/status.ts'
import type { Application } from '../queries.ts'
import { exceptionFor, onExceptions, setException } from '../status/exceptions.ts'

export type NotifyRule = {
  tell: Tell
  /** Whose choice it is; null while nobody has chosen. */
  by: 'exception' | NonNullable<Application['usual_tell_by']> | null
  /** Sets or, without an argument, ends the exception for this application. */
  except: (tell?: Tell) => void
}

/**
 * Whether a decision emails the candidate: the exception for this application, else what the job, the
 * person or the site has chosen, else never.
 */
export function useNotify({
  id,
  usual_tell,
  usual_tell_by,
}: Pick<Application, 'id' | 'usual_tell' | 'usual_tell_by'>): NotifyRule {
  const exception = useSyncExternalStore(onExceptions, () => exceptionFor(id))
  return {
    tell: exception ?? usual_tell ?? 'never',
    by: exception ? 'exception' : usual_tell_by,
    except: (tell) => setException(id, tell),
  }
}
