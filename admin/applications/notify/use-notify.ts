import { useSyncExternalStore } from 'react'
import type { Tell } from '#api/hiring/applications/contract/status.ts'
import type { Application } from '../queries.ts'

/** By the id of the application, until the tab is closed. */
const exceptions = new Map<number, Tell>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What was chosen for this application alone; the server knows what counts else. */
export const exceptionFor = (id: number) => exceptions.get(id)

/** Undefined: no exception. */
function setException(id: number, tell: Tell | undefined) {
  if (tell) exceptions.set(id, tell)
  else exceptions.delete(id)
  for (const listener of listeners) listener()
}

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
  const exception = useSyncExternalStore(subscribe, () => exceptions.get(id))
  return {
    tell: exception ?? usual_tell ?? 'never',
    by: exception ? 'exception' : usual_tell_by,
    except: (tell) => setException(id, tell),
  }
}
