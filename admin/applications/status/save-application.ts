import { api, currentOf, read } from '../../lib/api/api.ts'
import type { Application, ApplicationChange } from '../queries.ts'

type Change = Omit<ApplicationChange, 'tell' | 'undoes' | 'updated_at'>
type Base = Partial<Application> & Pick<Application, 'updated_at'>

/** Fields of `change` that someone else has set to another value since `base` was read. */
export const contested = (change: Change, base: Base, current: Application) =>
  (Object.keys(change) as (keyof Change)[]).filter(
    (field) => current[field] !== base[field] && current[field] !== change[field],
  )

export const sendApplication = (id: number, json: ApplicationChange): Promise<Application> =>
  read(api.applications[':id'].$put({ param: { id: String(id) }, json }))

/**
 * Saves `change` on top of `base`. Other people's changes to other fields are kept; a change to one
 * of the same fields throws the server's 409.
 */
export async function saveApplication(
  id: number,
  change: Change,
  base: Base,
  tell?: ApplicationChange['tell'],
  undoes?: ApplicationChange['undoes'],
): Promise<Application> {
  try {
    const { updated_at } = base
    const json = { ...change, ...(tell && { tell }), ...(undoes && { undoes }), updated_at }
    return await sendApplication(id, json)
  } catch (error) {
    const current = currentOf<Application>(error)
    if (!current || contested(change, base, current).length) throw error
    return saveApplication(id, change, { ...base, updated_at: current.updated_at }, tell, undoes)
  }
}
