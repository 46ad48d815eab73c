import { ApiError } from '../../lib/api.ts'

/** Whether the server says that there is no such application. */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
